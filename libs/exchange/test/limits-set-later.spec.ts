/** Money sets limits only from some record on: the leader journals them when it first leads. */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../src/exchange';
import { DEFAULT_MONEY_LIMITS } from '../src/money-limits';
import { PROFILES, exchangeOf, seededJournal } from './seeded-journal';

describe('a journal without limits', () => {
  it('leads on to one with them, with or without a snapshot between', () => {
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
