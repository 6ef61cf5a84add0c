/**
 * The engine against the oracle: after every command the answer, the events, and every balance, position, nonce, book and
 * market it touched are equal, and the bytes of all of them survive decoding; every so often everything is compared and
 * the invariants I1 to I9 are checked in full. A failure prints its seed and the smallest stream that shows it.
 */
import { describe, expect, it } from '@jest/globals';
import { runDuel } from './duel/run-duel';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';

const FULL_CHECK_EVERY = 250;
const TIMEOUT_MS_PER_COMMAND = 20;

describe(`the engine equals the oracle, seed ${SEED}`, () => {
  it.each(profilesToRun())(
    'along $name',
    (profile) => {
      for (const { seed, commands } of streamsOf(profile, COMMANDS)) {
        const run = { profile, seed, commands, fullCheckEvery: FULL_CHECK_EVERY };
        expect(() => runDuel(run)).not.toThrow();
      }
    },
    60_000 + COMMANDS * TIMEOUT_MS_PER_COMMAND,
  );
});
