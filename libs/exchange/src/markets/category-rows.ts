import type { Category } from '../command';

/** Matches every category, or every sub of one. */
export const ANY = '*';

/** The most specific row: of the category, of its name, or of all categories. */
export function mostSpecific<R extends Category>(
  rows: readonly R[],
  { name, sub }: Category,
): R | undefined {
  const row = (n: string, s: string) => rows.find((one) => one.name === n && one.sub === s);
  return row(name, sub) ?? row(name, ANY) ?? row(ANY, ANY);
}
