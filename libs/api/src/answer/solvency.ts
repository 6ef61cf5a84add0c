/** `GET /v1/solvency`: the books, and whether the chains hold what they say. */
import type { SolvencyView } from '@bellwether/exchange';
import { donatedMicroUsdc } from '@bellwether/funding';
import type { SolvencyLine, SolvencyPlace, SolvencyRound } from '@bellwether/funding';
import { presentPlace, unixSecondsOf } from './units';
import type { AsOf } from './units';

/** A round as it was, of the books at `seq` and the main chain at `slot`, and since when rounds come out so. */
export interface SolvencyState extends SolvencyRound {
  readonly timestampMs: number;
  readonly seq: number;
  readonly slot: number;
  readonly alarm: boolean;
  readonly sinceMs: number;
}

/** `unavailable`: there are funding apps, and no round can be read now. `null`: this exchange has no chains. */
export type ChainSolvency = SolvencyState | 'unavailable' | null;

/** I5 at a `seq`; liabilities = assets, or the exchange is halted. `chain` is the last round. Micro-USDC. */
export const presentSolvency = (view: SolvencyView, asOf: AsOf, chain: ChainSolvency) => ({
  user_available: view.userAvailable,
  user_locked: view.userLocked,
  withdrawing: view.withdrawing,
  protocol_fees: view.protocolFees,
  builder_revenue: view.builderRevenue,
  gas_revenue: view.gasRevenue,
  collateral: view.collateral,
  deposits_credited: view.depositsCredited,
  test_credits: view.testCredits,
  payouts: view.payouts,
  liabilities: view.liabilities,
  assets: view.assets,
  difference: view.difference,
  ...presentPlace(asOf),
  chain: presentChain(chain),
});

function presentChain(chain: ChainSolvency) {
  if (chain === null) return null;
  if (chain === 'unavailable') return { available: false } as const;
  return {
    available: true,
    ok: chain.differenceMicroUsdc === 0,
    alarm: chain.alarm,
    since: unixSecondsOf(chain.sinceMs),
    difference: chain.differenceMicroUsdc,
    slot: chain.slot,
    seq: chain.seq,
    timestamp: unixSecondsOf(chain.timestampMs),
    vault: presentPlaceOf('vault', chain.lines),
    accounted: presentPlaceOf('accounted', chain.lines),
    donated_micro_usdc: donatedMicroUsdc(chain.lines),
    in_flight: {
      proxies: presentPlaceOf('proxies', chain.lines),
      deposit_addresses: presentPlaceOf('deposit_addresses', chain.lines),
    },
  } as const;
}

function presentPlaceOf(place: SolvencyPlace, lines: readonly SolvencyLine[]) {
  const line = lines.find((one) => one.place === place);
  if (line === undefined) return null;
  return {
    held: line.heldMicroUsdc,
    expected: line.expectedMicroUsdc,
    difference: line.differenceMicroUsdc,
    explanation: line.explanation,
  };
}
