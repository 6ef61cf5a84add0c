/**
 * The proxy wallets with something to sweep: their balances, and the arrivals expected there, as of the same slot. The
 * others are empty; the balance checks look at them in turn.
 */
import { addressOf } from '@bellwether/chain';
import type { Address, Chain } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import type { InFlight } from '@bellwether/funding';
import type {
  ChainCreditStore,
  MainArrival,
  MainArrivalStore,
  WatchedAddressStore,
} from '@bellwether/persistence';
import { holdingsOf } from './chain-holdings';
import type { Holding } from './chain-holdings';
import { MAX_ACCOUNTS } from './limits';

export interface ProxySumsParts {
  readonly main: Pick<Chain, 'readAccounts'>;
  readonly arrivals: Pick<MainArrivalStore, 'unswept' | 'ofCredit'>;
  readonly credits: Pick<ChainCreditStore, 'underWaySince'>;
  readonly watched: Pick<WatchedAddressStore, 'ofUser'>;
}

export interface ProxyHoldings {
  readonly microUsdc: number;
  /** The highest slot of the reads. */
  readonly slot: number;
  /** By user, as hex. */
  readonly ofUser: ReadonlyMap<string, Holding>;
}

export async function proxyHoldings(parts: ProxySumsParts): Promise<ProxyHoldings> {
  const lying = new Map<string, { readonly user: Uint8Array; readonly microUsdc: number }>();
  for (const { user, amountMicroUsdc } of await parts.arrivals.unswept()) {
    const key = toHex(user);
    lying.set(key, { user, microUsdc: amountMicroUsdc + (lying.get(key)?.microUsdc ?? 0) });
  }
  // The largest first, so that dust in very many wallets hides nobody's money.
  const most = [...lying].toSorted(([, one], [, other]) => other.microUsdc - one.microUsdc);
  const users = new Map<string, Address>();
  for (const [key, { user }] of most.slice(0, MAX_ACCOUNTS)) {
    const watch = await parts.watched.ofUser(user);
    if (watch !== null) users.set(key, addressOf(watch.proxyUsdcAccount));
  }
  const holdings = await holdingsOf(parts.main, [...users.values()]);
  // A balance with an unbookable amount is swept with it and is no arrival: there is nothing to compare.
  const ofUser = new Map(
    [...users]
      .map(([key, account]) => [key, holdings.get(account)!] as const)
      .filter(([, { isTooLarge }]) => !isTooLarge),
  );
  const all = [...ofUser.values()];
  return {
    ofUser,
    microUsdc: all.reduce((sum, { microUsdc }) => sum + microUsdc, 0),
    slot: Math.max(0, ...all.map(({ slot }) => slot)),
  };
}

/** Arrivals at these wallets by then that were not swept by then. The scan has passed all these slots. */
export async function arrivalsUnswept(
  parts: ProxySumsParts,
  { ofUser }: ProxyHoldings,
  sinceMs: number,
): Promise<InFlight[]> {
  const isThere = ({ user, slot }: MainArrival): boolean =>
    slot <= (ofUser.get(toHex(user))?.slot ?? -1);
  const lying = new Map<string, InFlight>();
  const add = (arrivals: readonly MainArrival[]): void => {
    for (const arrival of arrivals.filter(isThere)) {
      const id = `arrival:${toHex(arrival.txSignature)}:${arrival.accountIndex}`;
      lying.set(id, { id, microUsdc: arrival.amountMicroUsdc });
    }
  };
  // In this order: one that is swept in between is in both, and counted once.
  add(await parts.arrivals.unswept());
  for (const { user, creditSeq, slot } of await parts.credits.underWaySince(sinceMs)) {
    const holding = ofUser.get(toHex(user));
    if (holding === undefined || slot <= holding.slot) continue;
    add(await parts.arrivals.ofCredit(user, creditSeq));
  }
  return [...lying.values()];
}
