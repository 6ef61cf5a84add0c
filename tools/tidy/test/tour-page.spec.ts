/** Every stop of the tour names a file and a function that exist, however the code is renamed. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PAGE = fileURLToPath(new URL('../../../docs/TOUR.md', import.meta.url));
const MAX_STOPS = 15;
const text = readFileSync(PAGE, 'utf8');

/** A declaration of a function, class, constant or method with that name; a call does not count. */
const declares = (source: string, name: string): boolean =>
  new RegExp(
    `^(?:export )?(?:async )?(?:function|class|const) ${name}\\b` +
      `|^ +(?:(?:private|protected|static|override|async|get) )*${name}(?:<[^>]*>)?\\((?!.*\\);$)`,
    'm',
  ).test(source);

const stops = Array.from(text.matchAll(/\[`(\w+)`\]\(([^)]+\.ts)\)/g), ([, name, target]) => ({
  name: name!,
  target: target!,
}));
const ways = text.split(/^## /m).filter((part) => part.startsWith('The way of'));

describe('docs/TOUR.md', () => {
  it.each(stops)('finds $name in $target', ({ name, target }) => {
    const path = join(dirname(PAGE), target);
    expect(existsSync(path)).toBe(true);
    expect(declares(readFileSync(path, 'utf8'), name)).toBe(true);
  });

  it('would not find what is only called there', () => {
    expect(declares('  const fee = protocolFee(1, 2);\n', 'protocolFee')).toBe(false);
    expect(declares('  protocolFee(1, 2);\n', 'protocolFee')).toBe(false);
    expect(declares('export const protocolFee = (bps: number) => bps;\n', 'protocolFee')).toBe(
      true,
    );
    expect(declares('  private async take(\n    one: string,\n  ) {}\n', 'take')).toBe(true);
  });

  it.each(ways.map((way) => [way.slice(0, way.indexOf('\n')), way] as const))(
    '%s has a function at each of its stops, which are counted and few',
    (_title, way) => {
      const rows = way.split('\n').filter((line) => /^\| \d/.test(line));
      const numbers = rows.map((row) => Number(row.split('|')[1]));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(numbers.length).toBeLessThanOrEqual(MAX_STOPS);
      expect(rows.filter((row) => !/^\| \d+ +\| \[`\w+`\]\([^)]+\.ts\)/.test(row))).toEqual([]);
    },
  );

  it('has the ways of an order and of a deposit', () => {
    expect(ways.map((way) => way.slice(0, way.indexOf('\n')))).toEqual([
      'The way of an order',
      'The way of a deposit',
    ]);
  });

  it('links to nothing that is not there', () => {
    const targets = Array.from(text.matchAll(/\]\(([^)#]+)/g), ([, target]) => target!);
    expect(targets.filter((target) => !existsSync(join(dirname(PAGE), target)))).toEqual([]);
  });
});
