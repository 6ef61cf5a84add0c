/** I10: the result of a journal does not depend on the process that replays it, or on the snapshot it starts from. */
import { beforeAll, describe, expect, it } from 'vitest';
import { encode, toHex } from '@bellwether/codec';
import { Random } from '@bellwether/seeded-random';
import type { SequencedCommand } from '../src/command';
import { exchangeEventLayout } from '../src/event';
import { type Applied, Exchange } from '../src/exchange';
import { answerLayout } from '../src/reply';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';
import { exchangeOf, seededJournal } from './seeded-journal';

/** A snapshot costs far more than a command. */
const RESTORE_CHANCE = 1 / 150;
const COMMANDS_TO_REPLAY = Math.ceil(COMMANDS / 2);

/** Every byte that leaves the engine, as text. */
const bytesOf = ({ answer, events }: Applied): string =>
  [encode(answerLayout, answer), ...events.map((event) => encode(exchangeEventLayout, event))]
    .map(toHex)
    .join();

describe.each(profilesToRun())(`a journal of $name, seed ${SEED}`, (profile) => {
  const journals: { seed: number; journal: readonly SequencedCommand[] }[] = [];

  beforeAll(() => {
    for (const { seed, commands } of streamsOf(profile, COMMANDS_TO_REPLAY)) {
      journals.push({ seed, journal: seededJournal(profile, { seed, commands }) });
    }
  });

  it('replayed twice gives the same bytes after every command and the same state hash', () => {
    for (const { journal } of journals) {
      const [one, other] = [exchangeOf(profile), exchangeOf(profile)];
      for (const command of journal) {
        expect(bytesOf(other.apply(command))).toBe(bytesOf(one.apply(command)));
      }
      expect(other.stateHash()).toBe(one.stateHash());
    }
  });

  it('restored from snapshots on the way gives the same bytes and state hash as without', () => {
    for (const { seed, journal } of journals) {
      const random = new Random(seed);
      const straight = exchangeOf(profile);
      let restored = exchangeOf(profile);
      for (const command of journal) {
        if (random.chance(RESTORE_CHANCE)) restored = restoredFrom(restored);
        expect(bytesOf(restored.apply(command))).toBe(bytesOf(straight.apply(command)));
      }
      expect(restored.stateHash()).toBe(straight.stateHash());
      expect(restored.checkInvariants()).toEqual([]);
    }
  });
});

function restoredFrom(exchange: Exchange): Exchange {
  const snapshot = exchange.snapshot();
  const restored = Exchange.restore(snapshot);
  expect(restored.stateHash()).toBe(exchange.stateHash());
  expect(toHex(restored.snapshot())).toBe(toHex(snapshot));
  expect(restored.status()).toEqual(exchange.status());
  expect(restored.nextDueMs()).toBe(exchange.nextDueMs());
  return restored;
}
