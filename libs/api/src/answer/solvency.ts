/** `GET /v1/solvency`: the books, and whether the chains hold as much. */
import { donatedMicroUsdc } from '@bellwether/funding';
import type { SolvencyLine, SolvencyPlace, SolvencyRound } from '@bellwether/funding';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, flag, micro, named, placeFields, signedCount, time, words } from './fields';
import { from } from './inside';

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
    held: from('heldMicroUsdc', micro('What lies there', 125_000_000)),
    expected: from('expectedMicroUsdc', micro('What should', 125_000_000)),
    difference: from(
      'differenceMicroUsdc',
      signedCount(
        'Held less expected, in micro-USDC; where anyone may send money, only what is missing counts',
        0,
      ),
    ),
    explanation: words('What the expectation is made of', 'Deposits less payouts.'),
  }),
  'What one place on a chain holds. Null where the last check did not find it.',
).nullable();

interface Round {
  readonly lines: readonly SolvencyLine[];
}
const lineOf = (place: SolvencyPlace, what: string) =>
  from(
    ({ lines }: Round) => lines.find((line) => line.place === place) ?? null,
    heldAnswer.describe(what),
  );

const chainRound = named(
  'ChainSolvency',
  z.strictObject({
    available: z.literal(true).meta({ description: 'A check is known' }),
    ok: from(
      ({ differenceMicroUsdc }: SolvencyRound) => differenceMicroUsdc === 0,
      flag('Whether nothing is missing', true),
    ),
    alarm: flag('Whether something has been missing for so long that withdrawals pause', false),
    since: time('From when on rounds have come out so'),
    difference: from(
      'differenceMicroUsdc',
      signedCount('The sum of the differences, in micro-USDC', 0),
    ),
    slot: count('The block of the main chain that was read', 4_410),
    seq: count('The command that the books were read after', EXAMPLE.seq),
    timestamp: time('When the round was made'),
    vault: lineOf('vault', "The vault's token account against what is accounted for"),
    accounted: lineOf('accounted', 'What is accounted for against the ledger'),
    donated_micro_usdc: from(
      ({ lines }: Round) => donatedMicroUsdc(lines),
      micro('What somebody sent the vault beyond it; no difference', 0),
    ),
    in_flight: from(
      (round: Round) => round,
      z
        .strictObject({
          proxies: lineOf('proxies', "Users' proxy wallets"),
          deposit_addresses: lineOf('deposit_addresses', "Users' deposit addresses"),
        })
        .meta({ description: 'Deposits under way' }),
    ),
  }),
  'One comparison of the chains with the books.',
);

const noRound = z
  .strictObject({
    available: z.literal(false).meta({ description: 'No check is known now' }),
  })
  .meta({ description: 'No check is known now' });

function shownRound(chain: ChainSolvency) {
  if (chain === null) return null;
  return chain === 'unavailable'
    ? { available: false as const }
    : { ...chain, available: true as const };
}

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
    stakes: micro('Stakes of challenges that are open', 0),
    dispute_fund: micro('What rewards of challenges are paid from', 0),
    deposits_credited: micro('All that came in over the chains', 25_000_000),
    test_credits: micro('All test money that was given', 100_000_000),
    payouts: micro('All that went out over the chains', 19_518_150),
    liabilities: micro('What the exchange owes', 105_481_850),
    assets: micro('What it has', 105_481_850),
    difference: signedCount('Assets less liabilities, in micro-USDC: 0', 0),
    ...placeFields,
    chain: from(
      ({ chain }: { readonly chain: ChainSolvency }) => shownRound(chain),
      z
        .union([chainRound, noRound])
        .nullable()
        .describe(
          'Whether the chains hold what the books say, by the last round of every minute; null where this exchange has no chains',
        ),
    ),
  }),
  "The sums of the exchange's books.",
);
