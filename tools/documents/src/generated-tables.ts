/** Pages with tables between marks: compared with what the code says, or renewed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RENEWING } from './committed-document';

const MARKED = /(<!-- table: ([^>]+) -->\n)[^]*?(<!-- end of table -->)/g;

const pathOf = (page: string): string =>
  fileURLToPath(new URL(`../../../${page}`, import.meta.url));

/** @throws Error that names the command which renews the page */
export function requireTables(
  page: string,
  tableOf: (name: string) => string,
  renewing: string | undefined,
): void {
  const text = readFileSync(pathOf(page), 'utf8');
  const renewed = text.replaceAll(
    MARKED,
    (_, begin: string, name: string, end: string) => `${begin}\n${tableOf(name)}\n\n${end}`,
  );
  if (renewed === text) return;
  if (renewing === undefined) {
    throw new Error(`${page} has tables that differ from the code: \`${RENEWING}\` renews them.`);
  }
  writeFileSync(pathOf(page), renewed);
}
