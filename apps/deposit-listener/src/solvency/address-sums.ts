/** USDC of accepted deposits that lies at deposit addresses, and what these hold. */
import { addressOf, signatureText } from '@bellwether/chain';
import type { Address, Chain } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import type { Deposit, InFlight } from '@bellwether/funding';
import type { DepositStore, WatchedAddressStore } from '@bellwether/persistence';
import { holdingsOf } from './chain-holdings';
import { MAX_ACCOUNTS } from './limits';

export interface AddressSumsParts {
  readonly ext: Pick<Chain, 'readAccounts' | 'findTransaction'>;
  readonly deposits: Pick<DepositStore, 'usdcAtAddresses' | 'byId'>;
  readonly watched: Pick<WatchedAddressStore, 'ofUser'>;
}

export interface AddressSums {
  readonly microUsdc: number;
  readonly deposits: readonly InFlight[];
}

export async function addressSums(parts: AddressSumsParts): Promise<AddressSums> {
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
  let microUsdc = 0;
  const lying: InFlight[] = [];
  for (const { account, deposits } of users.values()) {
    const held = holdings.get(account)!;
    microUsdc += held.microUsdc;
    const isShort = held.microUsdc < sumOf(deposits);
    // The relayer's word that a transfer was sent comes some moments after it has left.
    const there = isShort ? await stillThere(parts, deposits, held.slot) : deposits;
    lying.push(...there.map(inFlight));
  }
  return { microUsdc, deposits: lying };
}

const sumOf = (deposits: readonly Deposit[]): number =>
  deposits.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0);

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
