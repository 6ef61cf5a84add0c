/** USDC of accepted deposits at deposit addresses, and the balances of these. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, signatureText } from '@bellwether/chain';
import type { Address, Chain } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { missingAtAddress } from '@bellwether/funding';
import type { Deposit, DepositAddressHolding, InFlight } from '@bellwether/funding';
import type { DepositStore, WatchedAddressStore } from '@bellwether/persistence';
import { holdingsOf } from './chain-holdings';
import { ADDRESS_PAUSE_MS, ADDRESS_READINGS, MAX_DEPOSIT_ADDRESSES } from './limits';

export interface AddressSumsParts {
  readonly ext: Pick<Chain, 'readAccounts' | 'findTransaction'>;
  readonly deposits: Pick<DepositStore, 'usdcAtAddresses' | 'byId'>;
  readonly watched: Pick<WatchedAddressStore, 'ofUsers'>;
}

/**
 * Reads every address with an expected deposit. Addresses with too little are read again for some seconds, because a
 * transfer leaves before every node and the relayer report it. After that the shortfall counts.
 * @throws CodedError; Fault (retry) if there are more than a round can read, so that none is omitted silently
 */
export async function addressHoldings(
  parts: AddressSumsParts,
  pause: () => Promise<unknown> = () => sleep(ADDRESS_PAUSE_MS),
): Promise<readonly DepositAddressHolding[]> {
  const holdings = new Map(await holdingsNow(parts, await addresses(parts)));
  for (let reading = 1; ; reading++) {
    const short = new Set([...holdings].flatMap(([key, one]) => (isShort(one) ? [key] : [])));
    if (short.size === 0 || reading === ADDRESS_READINGS) return [...holdings.values()];
    await pause();
    const again = (await addresses(parts)).filter(({ key }) => short.has(key));
    for (const key of short) holdings.delete(key);
    for (const [key, holding] of await holdingsNow(parts, again)) holdings.set(key, holding);
  }
}

interface DepositAddress {
  /** The user, as hex. */
  readonly key: string;
  readonly account: Address;
  readonly deposits: readonly Deposit[];
}

async function addresses({ deposits, watched }: AddressSumsParts): Promise<DepositAddress[]> {
  const ofUser = new Map<string, Deposit[]>();
  for (const deposit of await deposits.usdcAtAddresses()) {
    const key = toHex(deposit.user);
    const known = ofUser.get(key);
    if (known === undefined) ofUser.set(key, [deposit]);
    else known.push(deposit);
  }
  if (ofUser.size > MAX_DEPOSIT_ADDRESSES) {
    throw new Fault('retry', `accepted deposits lie at ${ofUser.size} addresses`);
  }
  const watches = await watched.ofUsers([...ofUser.values()].map(([first]) => first!.user));
  return watches.map(({ user, depositUsdcAccount }) => {
    const key = toHex(user);
    return { key, account: addressOf(depositUsdcAccount), deposits: ofUser.get(key) ?? [] };
  });
}

async function holdingsNow(
  parts: AddressSumsParts,
  of: readonly DepositAddress[],
): Promise<[string, DepositAddressHolding][]> {
  const accounts = of.map(({ account }) => account);
  const holdings = await holdingsOf(parts.ext, accounts);
  const found: [string, DepositAddressHolding][] = [];
  for (const { key, account, deposits } of of) {
    const { microUsdc, slot } = holdings.get(account)!;
    const expected = { heldMicroUsdc: microUsdc, deposits: deposits.map(inFlight) };
    // The relayer's update that a transfer was sent arrives some moments after the money has left.
    const there = isShort(expected) ? await stillThere(parts, deposits, slot) : deposits;
    found.push([key, { heldMicroUsdc: microUsdc, deposits: there.map(inFlight) }]);
  }
  return found;
}

const isShort = (holding: DepositAddressHolding): boolean => missingAtAddress(holding) > 0;

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
