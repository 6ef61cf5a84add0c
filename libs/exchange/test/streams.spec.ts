/**
 * Tests of the test tools: the streams reach every case of the contract, and the oracle keeps the rules that it
 * judges by (the invariants), along streams of every profile.
 */
import { describe, expect, it } from 'vitest';
import { TRADING_KEY_ENDS, VERDICTS } from '../src/command';
import { CANCEL_REASONS, REFUSAL_CODES, SETTLEMENT_TYPES } from '../src/reply';
import { Coverage } from './duel/coverage';
import { NaiveExchange } from './oracle/naive-exchange';
import { payoutOf } from './oracle/payouts';
import type { Market } from './oracle/state';
import { Generator } from './stream/generator';
import { PROFILES, type Profile } from './stream/profile';
import { UNKNOWN_ORDER_ID } from './stream/step';

const STEPS = 1_600;
const SEED = 1;
/** Streams of further seeds follow until all that the last test lists was reached. */
const LAST_SEED = 20;
/** The rules are sums over the whole state: checking every step would cost a minute. */
const CHECK_EVERY = 20;

/** Returns the rules that were violated. */
function run(profile: Profile, seed: number, coverage: Coverage): readonly string[] {
  const oracle = new NaiveExchange({ network: 'test', ...profile.limits });
  const generator = new Generator(profile, seed, oracle);
  const broken: string[] = [];
  for (let seq = 1; seq <= Math.max(STEPS, profile.minCommands); seq++) {
    const { lane, timestampMs, target = UNKNOWN_ORDER_ID, command: drawn } = generator.next();
    const names = drawn.kind === 'cancel' || drawn.kind === 'amend';
    const command = names ? { ...drawn, orderId: target } : drawn;
    coverage.count(oracle.apply({ seq, lane, timestampMs, command }));
    if (seq % CHECK_EVERY === 0) {
      broken.push(...brokenRules(oracle).map((rule) => `${rule} at step ${seq}`));
    }
  }
  return broken;
}

function brokenRules(oracle: NaiveExchange): readonly string[] {
  const { accounts, markets } = oracle.state;
  const holds = {
    I2: [...accounts.values()].every(({ user }) => oracle.balance(user).available >= 0),
    I4: [...markets.values()].every(isCovered),
    I5: oracle.solvency().difference === 0,
    I7: [...markets.values()].every(({ marketId }) => {
      const { bids, asks } = oracle.book(marketId, 1)!;
      return (bids[0]?.price ?? 0) < (asks[0]?.price ?? 10_000);
    }),
  };
  return Object.entries(holds).flatMap(([rule, isKept]) => (isKept ? [] : [rule]));
}

/** Of a resolved market: what is still to be paid. */
function isCovered({ positions, collateral, resolution, resolutionPrice }: Market): boolean {
  const sumOf = (outcome: 'yes' | 'no') =>
    [...positions.values()].reduce((sum, position) => sum + position[outcome], 0n);
  const [yes, no] = [sumOf('yes'), sumOf('no')];
  if (resolution !== null) return payoutOf({ yes, no }, resolution, resolutionPrice) === collateral;
  return yes === no && yes * 1_000_000n === collateral;
}

describe('the streams of the property tests', () => {
  const coverage = new Coverage();

  it.each(PROFILES)('along $name the oracle keeps I2, I4, I5 and I7', (profile) => {
    expect(run(profile, SEED, coverage)).toEqual([]);
  });

  it('together they reach every refusal, settlement, status and end of an order', () => {
    const words = [
      // Not reached: a wrong network, as the streams run on the test network; wrong lanes and shapes, which are
      // refused by validation.
      ...REFUSAL_CODES.filter((code) => code !== 'TEST_NETWORK_ONLY').map(
        (code) => `refusal ${code}`,
      ),
      ...SETTLEMENT_TYPES.map((type) => `settlement ${type}`),
      ...CANCEL_REASONS.map((reason) => `cancelled ${reason}`),
      ...['resting', 'partially_filled', 'filled'].map((status) => `gtc ${status}`),
      ...['yes', 'no', 'void'].map((resolution) => `resolution ${resolution}`),
      ...VERDICTS.map((verdict) => `verdict ${verdict}`),
      ...['active', 'paused', 'closed', 'proposed', 'disputed'].map((status) => `market ${status}`),
      ...[
        'order',
        'cancel_all',
        'redeem',
        'cancel_after',
        'trading_key_allowed',
        'trading_key_revoked',
        'amend',
        'refused',
        'event_created',
        'credited',
        'market_resolved',
        'event_resolved',
        'withdrawal',
        'recovery',
        'chain_credited',
        'gas_charged',
        'withdrawal_settled',
        'withdrawal_refunded',
        'revenue_paid',
        'challenged',
        'case',
        'fund_filled',
        'made_good',
      ].map((kind) => `replayed ${kind}`),
      'fate never_used',
      'fate forgotten',
      'ioc cancelled',
      'ioc filled',
      'fok filled',
      'post_only resting',
      'event payout',
      ...TRADING_KEY_ENDS.filter((reason) => reason !== 'replaced').map((end) => `key ${end}`),
      'event trading_key_allowed',
      'event order_amended',
      'event revenue_returned',
      'event gas_settled',
      'event withdrawals_paused',
      'event event_archived',
      ...['withdrawn', 'final'].map((end) => `event case_${end}`),
      ...['stake_returned', 'stake_forfeited', 'challenge_rewarded'].map((kind) => `event ${kind}`),
      ...['proposes', 'agrees', 'disputes'].map((what) => `source ${what}`),
      'event source_set',
    ];
    const missing = () => words.filter((word) => coverage.of(word) === 0);
    for (let seed = SEED + 1; seed <= LAST_SEED && missing().length > 0; seed++)
      for (const profile of PROFILES) expect(run(profile, seed, coverage)).toEqual([]);
    if (process.env['STREAM_TABLE'] !== undefined) console.log(coverage.table());
    expect(missing()).toEqual([]);
  });
});
