/** `GET /v1/solvency`: the books, and whether the chains hold as much. */
import type { AsOf, SolvencyView } from '@bellwether/exchange';
import { donatedMicroUsdc } from '@bellwether/funding';
import type { SolvencyLine, SolvencyPlace, SolvencyRound } from '@bellwether/funding';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, flag, micro, named, placeFields, signedCount, time, words } from './fields';
import type { Answer } from './fields';
import { presentPlace, unixSecondsOf } from './units';

/** One check, of the books at `seq` and the main chain at `slot`, and since when checks have had this result. */
export interface SolvencyState extends SolvencyRound {
  readonly timestampMs: number;
  readonly seq: number;
  readonly slot: number;
  readonly alarm: boolean;
  readonly sinceMs: number;
}

/** `unavailable`: there are funding apps, but no check can be read now. `null`: this exchange has no chains. */
export type ChainSolvency = SolvencyState | 'unavailable' | null;

const heldAnswer = named(
  'SolvencyLine',
  z.strictObject({
    held: micro('What lies there', 125_000_000),
    expected: micro('What should', 125_000_000),
    difference: signedCount(
      'Held less expected, in micro-USDC; where anyone may send money, only what is missing counts',
      0,
    ),
    explanation: words('What the expectation is made of', 'Deposits less payouts.'),
  }),
  'What one place on a chain holds. Null where the last check did not find it.',
).nullable();

const chainRound = named(
  'ChainSolvency',
  z.strictObject({
    available: z.literal(true).meta({ description: 'A check is known' }),
    ok: flag('Whether nothing is missing', true),
    alarm: flag('Whether something has been missing for so long that withdrawals pause', false),
    since: time('From when on rounds have come out so'),
    difference: signedCount('The sum of the differences, in micro-USDC', 0),
    slot: count('The block of the main chain that was read', 4_410),
    seq: count('The command that the books were read after', EXAMPLE.seq),
    timestamp: time('When the round was made'),
    vault: heldAnswer.describe("The vault's token account against what is accounted for"),
    accounted: heldAnswer.describe('What is accounted for against the ledger'),
    donated_micro_usdc: micro('What somebody sent the vault beyond it; no difference', 0),
    in_flight: z
      .strictObject({
        proxies: heldAnswer.describe("Users' proxy wallets"),
        deposit_addresses: heldAnswer.describe("Users' deposit addresses"),
      })
      .meta({ description: 'Deposits under way' }),
  }),
  'One comparison of the chains with the books.',
);
const noRound = z
  .strictObject({
    available: z.literal(false).meta({ description: 'No check is known now' }),
  })
  .meta({ description: 'No check is known now' });

export const solvencyAnswer = named(
  'Solvency',
  z.strictObject({
    user_available: micro('What users can spend', 95_326_750),
    user_locked: micro('What open buy orders hold', 0),
    withdrawing: micro('What withdrawals under way hold', 0),
    protocol_fees: micro('Fees that the exchange has earned', 138_600),
    builder_revenue: micro('Fees that builders have earned', 0),
    gas_revenue: micro('Gas that users have paid', 16_500),
    collateral: micro('What stands behind the pairs of contracts that exist', 10_000_000),
    deposits_credited: micro('All that came in over the chains', 25_000_000),
    test_credits: micro('All test money that was given', 100_000_000),
    payouts: micro('All that went out over the chains', 19_518_150),
    liabilities: micro('What the exchange owes', 105_481_850),
    assets: micro('What it has', 105_481_850),
    difference: signedCount('Assets less liabilities, in micro-USDC: 0', 0),
    ...placeFields,
    chain: z
      .union([chainRound, noRound])
      .nullable()
      .describe(
        'Whether the chains hold what the books say, by the last round of every minute; null where this exchange has no chains',
      ),
  }),
  "The sums of the exchange's books.",
);
export type SolvencyAnswer = Answer<typeof solvencyAnswer>;

/** I5 at a `seq`; liabilities = assets, or the exchange is halted. `chain` is the last check. Micro-USDC. */
export const presentSolvency = (
  view: SolvencyView,
  asOf: AsOf,
  chain: ChainSolvency,
): SolvencyAnswer => ({
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

function presentChain(chain: ChainSolvency): SolvencyAnswer['chain'] {
  if (chain === null) return null;
  if (chain === 'unavailable') return { available: false };
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
  };
}

function presentPlaceOf(
  place: SolvencyPlace,
  lines: readonly SolvencyLine[],
): Answer<typeof heldAnswer> {
  const line = lines.find((one) => one.place === place);
  if (line === undefined) return null;
  return {
    held: line.heldMicroUsdc,
    expected: line.expectedMicroUsdc,
    difference: line.differenceMicroUsdc,
    explanation: line.explanation,
  };
}
