/** A comparison is valid only if all contenders do the same work. These small workloads check that they do. */
import { describe, expect, it } from 'vitest';
import { CANCEL, ID, OP, WORDS_PER_COMMAND } from './command-words';
import { CONTENDERS } from './contenders';
import { generate } from './generate';
import { SHAPES, type WorkloadShape } from './workload';

const PARTIAL = 700;

const small = (shape: WorkloadShape): WorkloadShape => ({
  ...shape,
  markets: Math.min(shape.markets, 20),
  accounts: 400,
  accountsPerMarket: 60,
  depth: 40,
  warmUp: 1_000,
  measured: 2_000,
});

describe.each(SHAPES.map(small))('workload $name', (shape) => {
  const { workload, commands } = generate(shape, PARTIAL);

  it('is the same from the same seed, and another from another', () => {
    expect(generate(shape, PARTIAL).commands).toEqual(commands);
    expect(generate({ ...shape, seed: shape.seed + 1 }, PARTIAL).commands).not.toEqual(commands);
  });

  it('is about 60 % adds, 30 % cancels and 10 % marketable orders, and trades', () => {
    const { adds, cancels, takes } = workload.mix;
    expect(adds + cancels + takes).toBe(shape.measured);
    expect(adds / shape.measured).toBeCloseTo(0.6, 1);
    expect(cancels / shape.measured).toBeCloseTo(0.3, 1);
    expect(workload.expected.trades).toBeGreaterThan(shape.measured / 10);
  });

  it('cancels only orders it has placed', () => {
    const placed = new Set<number>();
    const lost: number[] = [];
    for (let at = 0; at < commands.length; at += WORDS_PER_COMMAND) {
      const id = commands[at + ID]!;
      if (commands[at + OP] !== CANCEL) placed.add(id);
      else if (!placed.has(id)) lost.push(id);
    }
    expect(lost).toEqual([]);
  });

  it.each(CONTENDERS)('$name comes to the totals of the reference', ({ create }) => {
    const contender = create(workload);
    const run = (from: number, to: number) => {
      for (let index = from; index < to; index++) {
        contender.apply(commands, index * WORDS_PER_COMMAND);
      }
      return contender.totals();
    };
    expect(run(0, workload.partialCount)).toEqual(workload.expectedPartial);
    expect(run(workload.partialCount, workload.count)).toEqual(workload.expected);
  });
});
