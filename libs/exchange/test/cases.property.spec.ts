/**
 * Histories of cases, many in one small exchange with everything else: after every command engine and oracle are equal
 * in what it names, and after every one, or of thousands of histories every third, in all they show, and every invariant
 * holds; at every tenth the engine goes on from its snapshot.
 * CASE_HISTORIES=100000 runs so many of them, EXCHANGE_SEED begins at another one.
 */
import { expect, it } from 'vitest';
import { writeFigures } from '@bellwether/local-services';
import { Coverage } from './duel/coverage';
import { Duel } from './duel/duel';
import { SEED, wholeNumber } from './run-options';
import { Generator } from './stream/generator';
import { PROFILES, type Profile } from './stream/profile';

const HISTORIES = wholeNumber('CASE_HISTORIES', 100);
const COMMANDS = 80;
const RESTORED_EVERY = 10;
const CHECKED_EVERY = HISTORIES < 5_000 ? 1 : 3;

const CASES = PROFILES.find(({ name }) => name === 'cases')!;
const SMALL: Profile = {
  ...CASES,
  users: 5,
  activeMarkets: 2,
  credits: [4_999_999, 50_000_000, 1_000_000_000],
  windows: [0, 5, 60, 60, 60, 60],
  stakes: [0, 1, 5_000_000, 5_000_000, 5_000_000],
  jumpsToDue: 0.03,
  weights: {
    order: 9,
    full_order: 3,
    credit: 6,
    redeem: 1,
    cancel: 1,
    repeat: 2,
    market_status: 2,
    resolve_market: 0.5,
    resolve_event: 0.5,
    tick: 4,
    mode: 0.3,
    resolution_rules: 2,
    propose: 18,
    withdraw_case: 2,
    challenge: 22,
    decide: 12,
    grant: 2,
    set_source: 2,
    attest: 18,
  },
  limits: { ...CASES.limits, maxMarkets: 16, maxAccounts: 6 },
};

/** What a stream without rules, markets and money would need long for. */
const BEGINNINGS = [
  'resolution_rules',
  'set_source',
  'set_source',
  'create_event',
  'create_event',
  'credit',
  'credit',
] as const;

/** Returns how many cases began, or what is wrong. */
function run(seed: number, coverage: Coverage): number | string {
  const duel = new Duel(SMALL, { fullCheckEvery: CHECKED_EVERY });
  const generator = new Generator(SMALL, seed, duel.oracle);
  generator.begin(BEGINNINGS);
  for (let count = 1; count <= COMMANDS; count++) {
    const wrong = duel.take(generator.next(), (applied) => coverage.count(applied));
    if (wrong !== null) return `seed ${seed}, command ${count}: ${wrong}`;
    if (count % RESTORED_EVERY === 0) duel.restore();
  }
  return duel.oracle.state.cases.length;
}

it(
  `${HISTORIES} cases and more, from seed ${SEED} on, come to the same ends on engine and oracle`,
  () => {
    const coverage = new Coverage();
    let histories = 0;
    let seed = SEED;
    for (; histories < HISTORIES; seed++) {
      const made = run(seed, coverage);
      expect(made).toBeTypeOf('number');
      histories += Number(made);
    }
    if (process.env['STREAM_TABLE'] !== undefined) console.log(coverage.table());
    writeFigures('random-cases', { seed: SEED, histories, commands: (seed - SEED) * COMMANDS });
  },
  HISTORIES * 1_000 + 60_000,
);
