/** The threat model names the test for each row: each exists, and no row lacks one. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PAGE = fileURLToPath(new URL('../../../docs/SECURITY.md', import.meta.url));
const text = readFileSync(PAGE, 'utf8');
/** Rows without a guarantee, which need no test. */
const NOTHING = 'nothing';

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const linksIn = (part: string): string[] =>
  [...part.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target!);

const tables = text
  .split(/\n(?!\|)/)
  .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
  .filter(({ length }) => length > 2);

/** Each row's first column, and its tests. */
const rows = tables.flatMap(([head = '', , ...body]) => {
  const column = cellsOf(head).indexOf('shown by');
  return body.map(cellsOf).map((cells) => ({ who: cells[0], shownBy: cells[column] ?? '' }));
});

describe('docs/SECURITY.md', () => {
  it('has rows for everybody', () => {
    expect(rows.length).toBeGreaterThan(30);
  });

  it.each(rows)('shows "$who" by specs that are there', ({ shownBy }) => {
    const specs = linksIn(shownBy);
    expect(specs.length > 0 || shownBy === NOTHING).toBe(true);
    expect(specs.filter((spec) => !spec.endsWith('.spec.ts'))).toEqual([]);
  });

  it('links to nothing that is not there', () => {
    const targets = linksIn(text).filter((target) => !/^https?:/.test(target));
    expect(targets.filter((target) => !existsSync(join(dirname(PAGE), target)))).toEqual([]);
  });
});
