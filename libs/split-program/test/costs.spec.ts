/** The cost of `pay`: the README's table must contain the measured values, and ten fit in one transaction. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_SPLIT_ENTRIES } from '../src/index';
import { SplitWorld, listOf, named } from './split-world';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const MAX_BYTES = 1_232;
const ROWS = [1, 5, 8, MAX_SPLIT_ENTRIES].map((count) => [String(count), count, false] as const);

/** `| 5 | 50,000 | 500 |` */
function written(name: string): readonly number[] {
  const row = new RegExp(`^\\| ${name} +\\| +([\\d,]+) +\\| +([\\d,]+) +\\|$`, 'm').exec(README);
  return row === null ? [] : [row[1]!, row[2]!].map((text) => Number(text.replace(',', '')));
}

describe('compute units and bytes of a transaction', () => {
  it.each([...ROWS, [`${MAX_SPLIT_ENTRIES}, remainder`, MAX_SPLIT_ENTRIES, true] as const])(
    '%s',
    async (name, count, isShort) => {
      const world = await SplitWorld.create();
      const accounts = Array.from({ length: count }, (_, at) => named(`recipient ${at}`));
      for (const key of isShort ? accounts.slice(1) : accounts) {
        world.putToken(key, { owner: named('an owner') });
      }
      const list = listOf(...accounts.map((key, at) => [key, 1_000_000 + at] as const));
      await world.arrive(list, 100_000_000n);
      const left = isShort ? { ...list, entries: list.entries.slice(0, 1) } : undefined;
      if (left !== undefined) await world.arrive(left, 0n);
      const { result, computeUnits, bytes } = await world.send(await world.pay(list, left));
      expect(result).toBe('ok');
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
      expect([computeUnits, bytes]).toEqual(written(name));
    },
  );
});
