/** All worlds that can be reached in so many steps, the nearest first: the first broken promise is one by a shortest trace. */
import { engineSteps } from './engine-steps';
import type { Bounds } from './limits';
import type { Rules, Violation } from './rules';
import { LASTING, settles } from './settle';
import type { Step } from './step';
import { brokenPromise } from './words';
import { beginning, textOf } from './world';
import type { World } from './world';
import { worldSteps } from './world-steps';

export interface ExploreOptions {
  readonly rules: Rules;
  readonly bounds: Bounds;
  /** Steps from the beginning. */
  readonly depth: number;
  /** Liveness is looked at up to this depth: a look is dear, and what one step more may bring another look brings too. */
  readonly settlingDepth: number;
  /** Looks for that alone, and goes on behind everything else. Default: for whatever breaks first. */
  readonly only?: Violation;
  /** Told after each depth. */
  readonly report?: (line: string) => void;
}

export interface Exploration {
  readonly states: number;
  readonly steps: number;
  /** As far as it went. */
  readonly depth: number;
  /** Worlds whose settling was looked at. */
  readonly settled: number;
  readonly broken: { readonly violation: Violation; readonly trace: readonly string[] } | null;
}

/** What led to a world, for the trace. */
interface Visited {
  readonly world: World;
  readonly label: string;
  readonly from: Visited | null;
}

export function explore(options: ExploreOptions): Exploration {
  const { rules, bounds, depth, settlingDepth, only, report } = options;
  const isWanted = (violation: Violation): boolean => only === undefined || only === violation;
  const first: Visited = { world: beginning(bounds), label: '', from: null };
  const seen = new Set([textOf(first.world)]);
  let frontier: Visited[] = [first];
  let steps = 0;
  let settled = 0;
  const end = (at: number, broken: Exploration['broken']): Exploration => ({
    states: seen.size,
    steps,
    depth: at,
    settled,
    broken,
  });
  for (let at = 0; ; at++) {
    if (at <= settlingDepth && isWanted('no leader')) {
      for (const visited of frontier) {
        settled++;
        const lasting = LASTING.find((one) => !settles(visited.world, one, rules));
        if (lasting === undefined) continue;
        const trace = [...traceTo(visited), `${lasting.name}, and nobody comes to lead`];
        return end(at, { violation: 'no leader', trace });
      }
    }
    if (at === depth) return end(at, null);
    const next: Visited[] = [];
    for (const visited of frontier) {
      for (const { label, world, violation } of stepsFrom(visited.world, rules)) {
        steps++;
        const text = textOf(world);
        const found = violation ?? (seen.has(text) ? null : brokenPromise(world, rules));
        if (found !== null && isWanted(found))
          return end(at + 1, { violation: found, trace: [...traceTo(visited), label] });
        if (seen.has(text)) continue;
        seen.add(text);
        next.push({ world, label, from: visited });
      }
    }
    report?.(`depth ${at + 1}: ${seen.size} states`);
    frontier = next;
  }
}

/** Everything that can happen next. */
export function stepsFrom(world: World, rules: Rules): Step[] {
  return [...engineSteps(world, rules), ...worldSteps(world, rules)];
}

function traceTo(visited: Visited): string[] {
  const trace: string[] = [];
  for (let at: Visited | null = visited; at !== null && at.from !== null; at = at.from)
    trace.unshift(at.label);
  return trace;
}
