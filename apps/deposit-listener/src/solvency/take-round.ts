/**
 * One reading of everything: the final state of the chains, then the books. The vault is pinned at a slot; when the
 * scan has passed it, the rows show all credits by then. The ledger's sums are as of one seq, whatever is booked
 * meanwhile.
 */
import type { EngineClient } from '@bellwether/bus';
import { readVaultHolding } from '@bellwether/chain';
import type { Chain, Vault } from '@bellwether/chain';
import { Fault } from '@bellwether/errors';
import { isBookable, solvencyRound } from '@bellwether/funding';
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
import type { LedgerWithFlights } from './vault-flights';
import { waitUntil } from './wait-until';

export interface RoundParts {
  readonly engine: Pick<EngineClient, 'query'>;
  readonly chains: OfBoth<Pick<Chain, 'readAccounts' | 'successSlots' | 'findTransaction'>>;
  readonly vault: Vault;
  readonly stores: {
    readonly cursors: Pick<ScanCursors, 'cursor'>;
    readonly credits: Pick<ChainCreditStore, 'underWaySince'>;
    readonly withdrawals: Pick<WithdrawalStore, 'inVaultSince'>;
    readonly backings: Pick<BackingStore, 'pendingSince' | 'totalMicroUsdc'>;
    readonly transactions: Pick<ChainTransactionStore, 'byPurpose'>;
    readonly arrivals: Pick<MainArrivalStore, 'unswept' | 'ofCredit'>;
    readonly deposits: Pick<DepositStore, 'usdcAtAddresses' | 'byId'>;
    readonly watched: Pick<WatchedAddressStore, 'ofUser' | 'ofUsers'>;
  };
  readonly now: () => number;
}

export interface TakenRound extends SolvencyRound {
  readonly seq: number;
  readonly slot: number;
  /** The amounts in flight, for investigations. */
  readonly input: SolvencyInput;
}

/** @throws CodedError, Fault (retry) if the scan is too far behind, or money is booked faster than it can be checked */
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
  const ledger = await ledgerNow(flights);
  const { creditsUnderWay, debitsUnderWay } = ledger;
  const backingsMicroUsdc = await backingsOf(ledger, stores.backings);
  const input: SolvencyInput = {
    ...inVault,
    backingsMicroUsdc,
    proxiesMicroUsdc: proxies.microUsdc,
    ledgerMicroUsdc: ledgerOf(ledger),
    creditsUnderWay,
    debitsUnderWay,
    backingsUnderWay: await flights.backings(ledger.seq),
    arrivalsUnswept: unswept,
    depositAddresses,
  };
  return { ...solvencyRound(input), seq: ledger.seq, slot, input };
}

async function vaultSums(main: Pick<Chain, 'readAccounts'>, vault: Vault) {
  const holding = await readVaultHolding(main, vault);
  if (holding === null) throw new Fault('retry', 'the vault is not there');
  const { held, state, slot } = holding;
  return {
    slot,
    vaultMicroUsdc: safe(held),
    // Each grows with every movement, beyond what a number holds; their difference is money that exists.
    creditedLessDebitedMicroUsdc: safe(state.creditedTotal - state.debitedTotal),
  };
}

/** Like the round's sums: on a test network an issuer of USDC can send the vault more than is booked anywhere. */
const safe = (microUsdc: bigint): number =>
  isBookable(microUsdc) ? Number(microUsdc) : Number.MAX_SAFE_INTEGER;

async function scanned({ stores }: RoundParts, slot: number): Promise<void> {
  const isPast = await waitUntil(
    async () => ((await stores.cursors.cursor('main'))?.slot ?? -1) >= slot,
  );
  if (!isPast) throw new Fault('retry', `the scan of main is behind slot ${slot}`);
}

/** I5: the amount to account for. */
const ledgerOf = ({ sums }: LedgerWithFlights): number =>
  sums.depositsCredited + sums.testCredits - sums.payouts;

async function ledgerNow(flights: VaultFlightsReader): Promise<LedgerWithFlights> {
  for (let reading = 0; reading < BOOK_READINGS; reading++) {
    const ledger = await flights.read();
    if (ledger !== undefined) return ledger;
  }
  throw new Fault('retry', 'money was booked in the midst of every reading of the books');
}

/** Test credits are recorded some moments after they were given. If they never are, that is a difference. */
async function backingsOf(
  { seq, sums }: LedgerWithFlights,
  backings: Pick<BackingStore, 'totalMicroUsdc'>,
): Promise<number> {
  let total = 0;
  await waitUntil(async () => {
    total = await backings.totalMicroUsdc(seq);
    return total === sums.testCredits;
  });
  return total;
}
