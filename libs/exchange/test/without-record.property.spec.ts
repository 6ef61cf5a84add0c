/** What needs no record is answered as its record would be, and changes nothing. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../src/exchange';
import type { SequencedCommand } from '../src/command';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';
import { exchangeOf, seededJournal } from './seeded-journal';

const COMMANDS_TO_ANSWER = Math.ceil(COMMANDS / 4);
const HASH_EVERY = 20;

/** Orders, money and nonces; not the time, which passes with every record. */
const inForce = (exchange: Exchange, { command }: SequencedCommand): unknown =>
  'user' in command
    ? [
        exchange.balance(command.user),
        exchange.nonces(command.user),
        exchange.tradingKeys(command.user),
        exchange.openOrders(command.user, { limit: 1_000 }),
      ]
    : [];

/** Deep books say nothing of repeats, and take longest. */
const quickProfiles = profilesToRun().filter(({ name }) => name !== 'deep');

describe(`a command that changes nothing, seed ${SEED}`, () => {
  it.each(quickProfiles)('is answered without a record, along $name', (profile) => {
    let answered = 0;
    for (const { seed, commands } of streamsOf(profile, COMMANDS_TO_ANSWER)) {
      const exchange = exchangeOf(profile);
      let seq = 0;
      for (const one of seededJournal(profile, { seed, commands })) {
        const { lane, command, timestampMs } = one;
        // Time passes before a command: here it passes before the answer.
        do
          exchange.apply({
            seq: ++seq,
            lane: 'internal',
            timestampMs,
            command: { kind: 'tick' },
          });
        while ((exchange.nextTradingDueMs() ?? Infinity) <= timestampMs);
        const hashOrNull = () => (answered % HASH_EVERY === 0 ? exchange.stateHash() : null);
        const hash = hashOrNull();
        const known =
          lane === 'internal' || command.kind === 'tick'
            ? null
            : exchange.answerWithoutRecord(command, lane);
        expect(hashOrNull()).toBe(hash);
        const before = known === null ? null : inForce(exchange, one);
        const { answer } = exchange.apply({ ...one, seq: ++seq });
        if (known === null) continue;
        answered++;
        expect(known.reply.body).toEqual(answer.reply.body);
        expect(known.replayed).toBe(answer.replayed);
        expect(inForce(exchange, one)).toEqual(before);
      }
    }
    expect(answered).toBeGreaterThan(0);
  });
});
