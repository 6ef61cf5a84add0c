/**
 * The protocol of docs/protocol/leadership.md, as a machine of which every state is looked at, to a depth: no promise is broken.
 * With one rule exchanged, for one that was tried or might be, the same search finds what breaks, by the shortest way.
 * `LEADERSHIP_DEPTH` adds steps to each depth, `LEADERSHIP_WALKS` sets how many random walks there are, `LEADERSHIP_SEED` repeats them.
 */
import { describe, expect, it } from 'vitest';
import { writeFigures } from '@bellwether/local-services';
import { Random } from '@bellwether/seeded-random';
import { explore } from '../src/explore';
import type { Exploration } from '../src/explore';
import type { Bounds } from '../src/limits';
import { MISTAKES, RULES } from '../src/rules';
import { randomWalk } from '../src/random-walk';

const MORE = Number(process.env['LEADERSHIP_DEPTH'] ?? 0);
const WALKS = Number(process.env['LEADERSHIP_WALKS'] ?? 1_000);
const SEED = Number(process.env['LEADERSHIP_SEED'] ?? 1_125);
/** A walk is far longer than any trace of a mistake. */
const WALK_STEPS = 40;
const WALK_BOUNDS: Bounds = { cuts: 3, restarts: 2, moves: 3 };
/** Deeper than any mistake is found. */
const MISTAKE_DEPTH = 12;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** The more may happen at each step, the fewer steps. */
const WORLDS: readonly {
  readonly what: string;
  readonly bounds: Bounds;
  readonly depth: number;
}[] = [
  { what: 'a cut', bounds: { cuts: 1, restarts: 0, moves: 0 }, depth: 9 },
  {
    what: 'cuts, processes that die, connections made anew',
    bounds: { cuts: 2, restarts: 1, moves: 1 },
    depth: 6,
  },
];
const SETTLING_DEPTH = 4;

const figures: Record<string, unknown>[] = [];
const note = (what: string, { states, steps, depth, settled }: Exploration): void => {
  figures.push({ what, states, steps, depth, settled });
  say(`leadership, ${what}: ${states} states to depth ${depth}, ${settled} of them settled`);
  writeFigures('leadership-model', { explored: figures, walks: WALKS, seed: SEED });
};

describe('with the rules as they are', () => {
  it.each(WORLDS)('$what: no state breaks a promise', ({ what, bounds, depth }) => {
    const found = explore({
      rules: RULES,
      bounds,
      depth: depth + MORE,
      settlingDepth: SETTLING_DEPTH + Math.ceil(MORE / 2),
    });
    note(what, found);
    expect(found.broken).toBeNull();
  });

  it(`${WALKS} random walks (seed ${SEED}) break none`, () => {
    const random = new Random(SEED);
    for (let walk = 0; walk < WALKS; walk++) {
      const { broken } = randomWalk(
        { rules: RULES, bounds: WALK_BOUNDS, steps: WALK_STEPS },
        random,
      );
      expect({ walk, broken }).toEqual({ walk, broken: null });
    }
  });
});

describe('with one rule exchanged', () => {
  it.each(MISTAKES)('$name: $finds', ({ name, change, finds }) => {
    const found = explore({
      rules: { ...RULES, ...change },
      bounds: { cuts: 1, restarts: 0, moves: 0 },
      depth: MISTAKE_DEPTH,
      settlingDepth: 1,
      only: finds,
    });
    say(`${name}: ${finds}, after ${found.states} states`);
    for (const line of found.broken?.trace ?? []) say(`    ${line}`);
    expect(found.broken?.violation).toBe(finds);
  });
});
