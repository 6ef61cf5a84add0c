/** The page of tables that others fill, held against the constants of the code. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const [, section = ''] = read('docs/SECURITY.md').split('## Tables that others fill');
const rows = [...section.matchAll(/^\| [^|]+\| `([A-Z_]+)`\s*\| ([\d,]+)\s*\|/gm)].map(
  ([, name = '', size = '']) => ({ name, size: Number(size.replaceAll(',', '')) }),
);

const FILES = [
  'libs/exchange/src/limits.ts',
  'libs/api/src/stream/limits.ts',
  'libs/runtime/src/http/rate-limits/default-rates.ts',
  'apps/gateway/src/limits.ts',
  'apps/gateway/src/stream/orders/limits.ts',
];

/** What bounds what others make, of the streams, whose places are given to anybody. */
const OF_OTHERS =
  /^MAX_(?:STREAM_CONNECTIONS|CHANNELS_PER_(?:CONN|ADDR)|DEPOSITS_CHANNELS|HELD_CANCELS(?!_(?:PER|OF_(?:FUNDED_)?USER)))/;

/** By name, as written: a product of whole numbers. */
const constants = new Map(
  FILES.flatMap((path) =>
    [...read(path).matchAll(/^export const ([A-Z_]+) = ([\d_]+(?: \* [\d_]+)*);$/gm)].map(
      ([, name = '', product = '']) => [name, valueOf(product)] as const,
    ),
  ),
);

function valueOf(product: string): number {
  return product
    .split(' * ')
    .reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
}

describe('the page of tables that others fill', () => {
  it('has every table of the engine', () => {
    const capacities = read('libs/exchange/src/capacities.ts');
    const [, names = ''] = /import \{([^}]*)\} from '.\/limits'/.exec(capacities) ?? [];
    // A slice of work is no table.
    const tables = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => !name.endsWith('_PER_SLICE'));
    const named = rows.map(({ name }) => name);
    expect(tables.filter((name) => name !== '' && !named.includes(name))).toEqual([]);
  });

  it('has all places of the streams', () => {
    const named = rows.map(({ name }) => name);
    const places = [...constants.keys()].filter((name) => OF_OTHERS.test(name));
    expect(places.filter((name) => !named.includes(name))).toEqual([]);
  });

  it.each(rows)('says the size of $name as the code does', ({ name, size }) => {
    expect(constants.get(name)).toBe(size);
  });
});
