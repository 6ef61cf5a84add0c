/** USDC of accepted deposits that lies at deposit addresses, and what these hold. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, signatureText } from '@bellwether/chain';
import type { Address, Chain } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { missingAtAddress } from '@bellwether/funding';
import type { Deposit, DepositAddressHolding, InFlight } from '@bellwether/funding';
import type { DepositStore, WatchedAddressStore } from '@bellwether/persistence';
import { holdingsOf } from './chain-holdings';
import { ADDRESS_PAUSE_MS, ADDRESS_READINGS, MAX_ACCOUNTS } from './limits';

export interface AddressSumsParts {
  readonly ext: Pick<Chain, 'readAccounts' | 'findTransaction'>;
  readonly deposits: Pick<DepositStore, 'usdcAtAddresses' | 'byId'>;
  readonly watched: Pick<WatchedAddressStore, 'ofUser'>;
}

/**
 * Of each address at which something should lie. Where one holds too little all are read again, some seconds long: a transfer
 * leaves before every node and the relayer say so. What is missing then is missing.
 * @throws CodedError
 */
export async function addressHoldings(
  parts: AddressSumsParts,
  pause: () => Promise<unknown> = () => sleep(ADDRESS_PAUSE_MS),
): Promise<readonly DepositAddressHolding[]> {
  for (let reading = 1; ; reading++) {
    const holdings = await holdingsNow(parts);
    const isShort = holdings.some((one) => missingAtAddress(one) > 0);
    if (!isShort || reading === ADDRESS_READINGS) return holdings;
    await pause();
  }
}

async function holdingsNow(parts: AddressSumsParts): Promise<readonly DepositAddressHolding[]> {
  const users = new Map<string, { readonly account: Address; readonly deposits: Deposit[] }>();
  for (const deposit of await parts.deposits.usdcAtAddresses()) {
    const key = toHex(deposit.user);
    const known = users.get(key);
    if (known !== undefined) known.deposits.push(deposit);
    if (known !== undefined || users.size === MAX_ACCOUNTS) continue;
    const watch = await parts.watched.ofUser(deposit.user);
    if (watch === null) continue;
    users.set(key, { account: addressOf(watch.depositUsdcAccount), deposits: [deposit] });
  }
  const accounts = [...users.values()].map(({ account }) => account);
  const holdings = await holdingsOf(parts.ext, accounts);
  const found: DepositAddressHolding[] = [];
  for (const { account, deposits } of users.values()) {
    const { microUsdc: heldMicroUsdc, slot } = holdings.get(account)!;
    const expected = { heldMicroUsdc, deposits: deposits.map(inFlight) };
    const isShort = missingAtAddress(expected) > 0;
    // The relayer's word that a transfer was sent comes some moments after it has left.
    const there = isShort ? await stillThere(parts, deposits, slot) : deposits;
    found.push({ heldMicroUsdc, deposits: there.map(inFlight) });
  }
  return found;
}

const inFlight = ({ depositId, amountMicroUsdc }: Deposit): InFlight => ({
  id: `deposit:${toHex(depositId)}`,
  microUsdc: amountMicroUsdc,
});

async function stillThere(
  { deposits, ext }: AddressSumsParts,
  of: readonly Deposit[],
  slot: number,
): Promise<Deposit[]> {
  const there: Deposit[] = [];
  for (const { depositId } of of) {
    const now = await deposits.byId(depositId);
    if (now === null || (now.step !== 'bridging' && now.step !== 'sending')) continue;
    const signature = now.bridgeSignature;
    const sent = signature && (await ext.findTransaction(signatureText(signature)));
    const hasLeft = sent && sent.transaction.error === null && sent.block.slot <= slot;
    if (!hasLeft) there.push(now);
  }
  return there;
}
