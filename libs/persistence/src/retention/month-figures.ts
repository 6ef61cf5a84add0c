/** The figures of a month in the database: to compare with an export of it. */
import { assert } from '@bellwether/errors';
import { escapeIdentifier } from 'pg';
import type { Client } from 'pg';
import type { Month } from './month';
import type { MonthRows } from './month-tables';

export interface MonthFigures {
  readonly rows: number;
  /** The sum of a hash of each row: the same rows in another order have the same. A decimal number. */
  readonly rowHashes: string;
}

/** A SELECT of the month's rows, without parameters. Milliseconds are whole numbers. */
export const rowsOfMonth = ({ table, isOfMonth }: MonthRows, month: Month): string =>
  `SELECT * FROM ${escapeIdentifier(table)} WHERE ${inPlace(isOfMonth, month)}`;

/** The condition with the month's times in the place of its parameters. */
export const inPlace = (isOfMonth: string, { startMs, endMs }: Month): string =>
  isOfMonth.replaceAll('$1', String(startMs)).replaceAll('$2', String(endMs));

/** Reads the table once. The connection's formats are those of `withClient`, as a hash is of a row's text. */
export async function monthFigures(
  client: Client,
  table: MonthRows,
  month: Month,
): Promise<MonthFigures> {
  const { rows } = await client.query<MonthFigures>(
    `SELECT count(*) AS rows,
       COALESCE(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS "rowHashes"
     FROM (${rowsOfMonth(table, month)}) AS t`,
  );
  const [figures] = rows;
  assert(figures !== undefined, 'a count has a row');
  return figures;
}
