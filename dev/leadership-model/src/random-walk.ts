/** Far from the beginning, where not everything can be looked at: random walks through the same steps, held to the same promises. */
import type { Random } from '@bellwether/seeded-random';
import { stepsFrom } from './explore';
import type { Bounds } from './limits';
import type { Rules, Violation } from './rules';
import { LASTING, settles } from './settle';
import { brokenPromise } from './words';
import { beginning } from './world';

export interface Walk {
  readonly steps: number;
  readonly broken: { readonly violation: Violation; readonly trace: readonly string[] } | null;
}

/** One walk: so many steps, or until nothing can happen, or a promise is broken. */
export function randomWalk(
  { rules, bounds, steps }: { rules: Rules; bounds: Bounds; steps: number },
  random: Random,
): Walk {
  let world = beginning(bounds);
  const trace: string[] = [];
  const broken = (violation: Violation): Walk => ({
    steps: trace.length,
    broken: { violation, trace },
  });
  while (trace.length < steps) {
    const possible = stepsFrom(world, rules);
    if (possible.length === 0) break;
    const step = random.pick(possible);
    trace.push(step.label);
    world = step.world;
    const found = step.violation ?? brokenPromise(world, rules);
    if (found !== null) return broken(found);
  }
  const lasting = random.pick(LASTING);
  if (settles(world, lasting, rules)) return { steps: trace.length, broken: null };
  trace.push(`${lasting.name}, and nobody comes to lead`);
  return broken('no leader');
}
