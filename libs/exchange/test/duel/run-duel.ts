/** Runs a stream through a duel. A difference becomes an error with the smallest stream that still shows it. */
import { Generator } from '../stream/generator';
import type { Profile } from '../stream/profile';
import type { Step } from '../stream/step';
import { print } from './difference';
import { Duel } from './duel';
import { shrink } from './shrink';

const SHRINK_MS = 30_000;
const PRINTED_STEPS = 50;
/**
 * Full checks of one replay, spread over its steps: they slow long streams down, and only they find some differences.
 */
const FULL_CHECKS = 20;

export interface DuelRun {
  readonly profile: Profile;
  readonly seed: number;
  readonly commands: number;
  readonly fullCheckEvery: number;
}

export function runDuel({ profile, seed, commands, fullCheckEvery }: DuelRun): void {
  const duel = new Duel(profile, { fullCheckEvery });
  const generator = new Generator(profile, seed, duel.oracle);
  const steps: Step[] = [];
  const take = (): string | null => {
    const step = generator.next();
    steps.push(step);
    return duel.take(step);
  };
  for (let count = 0; count < commands; count++) {
    const found = caught(take);
    if (found !== null) throw disagreement(profile, seed, steps, found);
  }
  const found = caught(() => duel.compareAll());
  if (found !== null) throw disagreement(profile, seed, steps, found);
}

function disagreement(profile: Profile, seed: number, steps: readonly Step[], found: string) {
  const deadline = Date.now() + SHRINK_MS;
  const smallest = shrink(
    steps,
    (some) => replay(profile, some) !== null,
    () => Date.now() < deadline,
  );
  return new Error(
    [
      `Engine and oracle disagree: ${found}`,
      `profile ${profile.name}, seed ${seed}, step ${steps.length}; to run it again:`,
      `EXCHANGE_PROFILE=${profile.name} EXCHANGE_SEED=${seed} EXCHANGE_COMMANDS=${steps.length} ` +
        'npx nx test exchange --skip-nx-cache',
      `The smallest stream found has ${smallest.length} steps: ${replay(profile, smallest)}`,
      ...smallest.slice(-PRINTED_STEPS).map((step) => print(step)),
    ].join('\n'),
  );
}

function replay(profile: Profile, steps: readonly Step[]): string | null {
  return caught(() => {
    const duel = new Duel(profile, { fullCheckEvery: Math.ceil(steps.length / FULL_CHECKS) });
    for (const step of steps) {
      const found = duel.take(step);
      if (found !== null) return found;
    }
    return duel.compareAll();
  });
}

/** An engine that throws also differs: the oracle never throws. */
function caught(run: () => string | null): string | null {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
