/**
 * One reading of everything: the chains as they are final, then the books. The vault is pinned at a slot; when the scan has
 * passed it, the rows say what was credited by then. The books are read until nothing was booked while they were.
 */
import type { EngineClient, ResultOf } from '@bellwether/bus';
import { readVaultHolding } from '@bellwether/chain';
import type { Chain, Vault } from '@bellwether/chain';
import { Fault, believe } from '@bellwether/errors';
import { solvencyRound } from '@bellwether/funding';
import type { SolvencyInput, SolvencyRound } from '@bellwether/funding';
import type {
  BackingStore,
  ChainCreditStore,
  ChainTransactionStore,
  DepositStore,
  MainArrivalStore,
  ScanCursors,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { OfBoth } from '../parts';
import { addressHoldings } from './address-sums';
import { BOOK_READINGS, RECENT_MS } from './limits';
import { arrivalsUnswept, proxyHoldings } from './proxy-sums';
import { VaultFlightsReader } from './vault-flights';
import type { VaultFlights } from './vault-flights';
import { waitUntil } from './wait-until';

export interface RoundParts {
  readonly engine: Pick<EngineClient, 'query'>;
  readonly chains: OfBoth<Pick<Chain, 'readAccounts' | 'findTransaction'>>;
  readonly vault: Vault;
  readonly stores: {
    readonly cursors: Pick<ScanCursors, 'cursor'>;
    readonly credits: Pick<ChainCreditStore, 'underWaySince'>;
    readonly withdrawals: Pick<WithdrawalStore, 'inStatus' | 'unsettled'>;
    readonly backings: Pick<BackingStore, 'pendingSince' | 'totalMicroUsdc'>;
    readonly transactions: Pick<ChainTransactionStore, 'byPurpose'>;
    readonly arrivals: Pick<MainArrivalStore, 'unswept' | 'ofCredit'>;
    readonly deposits: Pick<DepositStore, 'usdcAtAddresses' | 'byId'>;
    readonly watched: Pick<WatchedAddressStore, 'ofUser'>;
  };
  readonly now: () => number;
}

export interface TakenRound extends SolvencyRound {
  readonly seq: number;
  readonly slot: number;
  /** What was in flight, for who looks into a difference. */
  readonly input: SolvencyInput;
}

/** @throws CodedError, Fault (retry) where the scan is too far behind, or the books do not stand still */
export async function takeRound(parts: RoundParts): Promise<TakenRound> {
  const { chains, stores, vault, now } = parts;
  const main = chains.main;
  const sinceMs = now() - RECENT_MS;
  const proxyParts = { ...stores, main };
  const depositAddresses = await addressHoldings({ ...stores, ext: chains.ext });
  const proxies = await proxyHoldings(proxyParts);
  const { slot, ...inVault } = await vaultSums(main, vault);
  await scanned(parts, Math.max(slot, proxies.slot));
  const unswept = await arrivalsUnswept(proxyParts, proxies, sinceMs);
  const flights = new VaultFlightsReader({ ...parts, ...stores, main }, { slot, sinceMs });
  const books = await readBooks(parts, flights);
  const input: SolvencyInput = {
    ...inVault,
    backingsMicroUsdc: books.backingsMicroUsdc,
    proxiesMicroUsdc: proxies.microUsdc,
    ledgerMicroUsdc: ledgerOf(books.ledger),
    ...books.flights,
    arrivalsUnswept: unswept,
    depositAddresses,
  };
  return { ...solvencyRound(input), seq: books.ledger.seq, slot, input };
}

async function vaultSums(main: Pick<Chain, 'readAccounts'>, vault: Vault) {
  const holding = await readVaultHolding(main, vault);
  if (holding === null) throw new Fault('retry', 'the vault is not there');
  const { held, state, slot } = holding;
  return {
    slot,
    vaultMicroUsdc: safe(held),
    // Each grows with every turn that money takes, past what a number holds; their difference is money that is there.
    creditedLessDebitedMicroUsdc: safe(state.creditedTotal - state.debitedTotal),
  };
}

function safe(microUsdc: bigint): number {
  const number = Number(microUsdc);
  believe(Number.isSafeInteger(number), 'all USDC is a safe integer');
  return number;
}

async function scanned({ stores }: RoundParts, slot: number): Promise<void> {
  const isPast = await waitUntil(
    async () => ((await stores.cursors.cursor('main'))?.slot ?? -1) >= slot,
  );
  if (!isPast) throw new Fault('retry', `the scan of main is behind slot ${slot}`);
}

type Ledger = ResultOf<'solvency'>;

/** I5: what must be accounted for. */
const ledgerOf = ({ view }: Ledger): number =>
  view.depositsCredited + view.testCredits - view.payouts;

interface Books {
  readonly ledger: Ledger;
  /** Test credits that were written down, of those in the ledger. */
  readonly backingsMicroUsdc: number;
}

async function booksNow({ engine, stores }: RoundParts): Promise<Books> {
  const ledger = await engine.query('solvency', {});
  return { ledger, backingsMicroUsdc: await stores.backings.totalMicroUsdc(ledger.seq) };
}

async function readBooks(
  parts: RoundParts,
  flights: VaultFlightsReader,
): Promise<Books & { readonly flights: VaultFlights }> {
  let before = await booksNow(parts);
  // Test credits are written down some moments after they were given. Where they never are, that is a difference.
  await waitUntil(async () => {
    before = await booksNow(parts);
    return before.backingsMicroUsdc === before.ledger.view.testCredits;
  });
  for (let reading = 0; reading < BOOK_READINGS; reading++) {
    const read = await flights.read(before.ledger.seq);
    const after = await booksNow(parts);
    if (isSame(before, after)) return { ...before, flights: read };
    before = after;
  }
  throw new Fault('retry', 'money was booked during every reading of the books');
}

const isSame = (one: Books, other: Books): boolean =>
  one.backingsMicroUsdc === other.backingsMicroUsdc &&
  one.ledger.view.depositsCredited === other.ledger.view.depositsCredited &&
  one.ledger.view.testCredits === other.ledger.view.testCredits &&
  one.ledger.view.payouts === other.ledger.view.payouts;
