/**
 * Journals without money limits still replay to the same states: these are the state hashes from before limits
 * existed.
 */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../src/exchange';
import { MAX_TRADING_KEYS } from '../src/limits';
import { DEFAULT_MONEY_LIMITS } from '../src/money-limits';
import { PROFILES, exchangeOf, seededJournal } from './seeded-journal';
import type { Profile } from './seeded-journal';

const HASHES: Readonly<Record<string, string>> = {
  everyday: '00f91d5a25d525f1ff10e42c67fdf824b3446d6dae71a08e4f1a95bb6f2226c2',
  poor: '390574966a5dee6d15a2a1dd378f366c78f11f622b5ac73289c5aa850d829fe8',
  huge: '7a1d7d48de59f09f9b999d14b95fb1fe5a82e717faf6984fcce5336e517f820e',
  nonces: 'e451aa0ecb9644cbc0ca2e62980bcaf941196cf1aae67ce4c43ef0ec4439b336',
  lifecycle: '2a028cfaaa8c2366b3d937aef6b73814d4c522aa96cc41375541147c615afd7b',
  funding: '36cdb6e3f277f99eb5d3311a7a0aecc55e043981c9f21df1ec69fe3934fb57d5',
  cramped: '3ecb047a21f4259fab2fcd6fe5cb16c439f0a24eaf6d562302c78937a1a9b55c',
};

/** Streams as they were then: without the commands that set limits. */
const before = (profile: Profile): Profile => ({
  ...profile,
  limits: { ...profile.limits, maxTradingKeys: MAX_TRADING_KEYS },
  weights: {
    ...profile.weights,
    money_limits: 0,
    withdrawal_limits: 0,
    archiving: 0,
    user_limits: 0,
    open_order_limit: (profile.weights.open_order_limit ?? 0) + (profile.weights.user_limits ?? 0),
    redeem: 0,
    full_order: 0,
    amend: 0,
    cancel_after: 0,
    detailed_event: 0,
    allow_trading_key: 0,
    revoke_trading_key: 0,
    by_signer: 0,
  },
});

/** Money sets limits, and an operator's limit of 1,000 open orders still hands the decision to the funds. */
const MONEYED_HASH = '48024224fdd665242d6b2c23edd4dab597c9b64c0268015efbd54b6a4bcbf066';

describe("a journal from before an operator's limit held whatever its number", () => {
  it('has the state hash it had', () => {
    const profile = PROFILES.find(({ name }) => name === 'moneyed')!;
    const weights = {
      ...profile.weights,
      user_limits: 0,
      open_order_limit: 6,
      detailed_event: 0,
      allow_trading_key: 0,
      revoke_trading_key: 0,
      by_signer: 0,
    };
    const journal = seededJournal({ ...profile, weights }, { seed: 7, commands: 1_000 });
    const limits = { ...profile.limits, maxTradingKeys: MAX_TRADING_KEYS };
    const exchange = exchangeOf({ ...profile, limits });
    for (const command of journal) exchange.apply(command);
    expect(exchange.stateHash()).toBe(MONEYED_HASH);
  });
});

describe('a journal from before money set limits', () => {
  const profiles = PROFILES.filter(({ name }) => HASHES[name] !== undefined).map(before);

  it.each(profiles)('along $name has the state hash it had', (profile) => {
    const exchange = exchangeOf(profile);
    const journal = seededJournal(profile, { seed: 7, commands: 400 });
    for (const command of journal) exchange.apply(command);
    expect(exchange.stateHash()).toBe(HASHES[profile.name]);
  });

  it('leads on to one in which it does, with or without a snapshot between', () => {
    const profile = PROFILES[0]!;
    const [straight, early, late] = [exchangeOf(profile), exchangeOf(profile), exchangeOf(profile)];
    const journal = seededJournal(profile, { seed: 7, commands: 400 });
    for (const command of journal) for (const one of [straight, early, late]) one.apply(command);
    const { seq, timestampMs } = journal.at(-1)!;
    const limits = {
      seq: seq + 1,
      timestampMs,
      lane: 'internal' as const,
      command: { kind: 'set_money_limits' as const, limits: DEFAULT_MONEY_LIMITS },
    };
    const restoredEarly = Exchange.restore(early.snapshot());
    for (const one of [straight, restoredEarly, late]) one.apply(limits);
    const restoredLate = Exchange.restore(late.snapshot());
    expect(restoredLate.moneyLimits()).toEqual(DEFAULT_MONEY_LIMITS);
    const again = { ...journal.find(({ command }) => command.kind === 'order')!, timestampMs };
    for (const one of [straight, restoredEarly, restoredLate])
      one.apply({ ...again, seq: seq + 2 });
    expect(restoredEarly.stateHash()).toBe(straight.stateHash());
    expect(restoredLate.stateHash()).toBe(straight.stateHash());
    expect(straight.checkInvariants()).toEqual([]);
  });
});
