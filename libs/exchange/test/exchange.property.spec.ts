/**
 * The engine against the oracle: after every command the answer, the events, and every balance, position, nonce, book
 * and market it changed are equal, and the bytes of all of them survive decoding; at intervals everything is compared
 * and the invariants I1 to I9 are checked in full. A failure prints its seed and the smallest stream that shows it.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { writeFigures } from '@bellwether/local-services';
import { runDuel } from './duel/run-duel';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';

const FULL_CHECK_EVERY = 250;

/** Commands with the same result on both, by profile. */
const agreed: Record<string, number> = {};
const startedMs = performance.now();

afterAll(() => {
  writeFigures('random-commands', {
    seed: SEED,
    commands: Object.values(agreed).reduce((sum, commands) => sum + commands, 0),
    profiles: agreed,
    disagreements: profilesToRun().length - Object.keys(agreed).length,
    seconds: Math.round((performance.now() - startedMs) / 1_000),
  });
});

describe(`the engine equals the oracle, seed ${SEED}`, () => {
  it.each(profilesToRun())('along $name', (profile) => {
    const streams = streamsOf(profile, COMMANDS);
    for (const { seed, commands } of streams) {
      const run = { profile, seed, commands, fullCheckEvery: FULL_CHECK_EVERY };
      expect(() => runDuel(run)).not.toThrow();
    }
    agreed[profile.name] = streams.reduce((sum, { commands }) => sum + commands, 0);
  });
});
