/** The commands of a seeded stream as journal records, for tests that fold their events. */
import type { SequencedCommand } from '../src/command';
import { Exchange } from '../src/exchange';
import { Duel } from './duel/duel';
import { Generator } from './stream/generator';
import type { Profile } from './stream/profile';

export { PROFILES } from './stream/profile';
export type { Profile } from './stream/profile';
export { Random } from '@bellwether/seeded-random';

/**
 * With the engine's own order ids.
 *
 * @throws Error if engine and oracle disagree on an answer
 */
export const seededJournal = (
  profile: Profile,
  { seed, commands }: { readonly seed: number; readonly commands: number },
): readonly SequencedCommand[] => [...drawn(profile, seed, commands)];

/**
 * The same commands, as they are asked for: until what the test is about has happened, however late the seed makes
 * that.
 */
export const seededCommands = (profile: Profile, seed: number): Iterable<SequencedCommand> =>
  drawn(profile, seed, Infinity);

function* drawn(profile: Profile, seed: number, steps: number): Iterable<SequencedCommand> {
  const duel = new Duel(profile, { fullCheckEvery: 'never' });
  const generator = new Generator(profile, seed, duel.oracle);
  for (let count = 0; count < steps; count++) {
    const before = duel.journal.length;
    const found = duel.take(generator.next());
    if (found !== null) throw new Error(`seed ${seed}: ${found}`);
    yield* duel.journal.slice(before);
  }
}

/** An exchange with the profile's limits before its first command. */
export const exchangeOf = ({ limits }: Profile): Exchange =>
  new Exchange({ network: 'test', ...limits });
