import type { Category } from '../command';
import { MAX_CATEGORY_BYTES } from '../limits';
import { bytesOfText, first, wrong } from './shape';
import type { Rule } from './shape';

/** Rows by category: so many at most, each category once. */
export function categoriesShape<R extends Category>(
  name: string,
  rows: readonly R[],
  most: number,
  rulesOf: (field: string, row: R) => readonly Rule[],
): Rule {
  if (rows.length > most) return wrong(name, rows.length, `at most ${most} categories`);
  const seen = new Set<string>();
  for (const [i, row] of rows.entries()) {
    const field = `${name}[${i}]`;
    const rule = first([
      bytesOfText(`${field}.name`, row.name, 1, MAX_CATEGORY_BYTES),
      bytesOfText(`${field}.sub`, row.sub, 0, MAX_CATEGORY_BYTES),
      ...rulesOf(field, row),
    ]);
    if (rule !== null) return rule;
    const category = JSON.stringify([row.name, row.sub]);
    if (seen.has(category)) return wrong(field, category, 'each category once');
    seen.add(category);
  }
  return null;
}
