/** Writes a month of history to files, from one snapshot. Nothing in the database is changed. */
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { appliedMigrations } from '../backup-rows/copy-backup-rows';
import { withClient } from '../backup-rows/rows-client';
import { copyOut } from './copy-out';
import type { Month } from './month';
import { MANIFEST_FILE, MANIFEST_VERSION, contentsOf, fileOf } from './month-export';
import type { ExportManifest, ExportedTable } from './month-export';
import { monthFigures, rowsOfMonth } from './month-figures';
import { EXPORTED_TABLES } from './month-tables';
import type { MonthRows } from './month-tables';

const OWNER_ALONE = { file: 0o600, folder: 0o700 };

/**
 * @param folder the export becomes its subfolder named as the month; there is none before all of it is on disk
 * @throws Error if the month is not over in history, or has an export there already, or is dropped
 */
export const exportMonth = (url: string, month: Month, folder: string): Promise<ExportManifest> =>
  withClient(url, async (client) => {
    const target = join(folder, month.name);
    if (await isThere(target)) throw new Error(`${target} is there already`);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await requireEnded(client, month);
    const making = `${target}.new`;
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { recursive: true, mode: OWNER_ALONE.folder });
    const tables: ExportedTable[] = [];
    for (const table of EXPORTED_TABLES)
      tables.push(await exportTable(client, table, month, making));
    const manifest = {
      version: MANIFEST_VERSION,
      month: month.name,
      exported_at: new Date().toISOString(),
      migration: (await appliedMigrations(client)).at(-1) ?? '',
      tables,
    } as const;
    await client.query('COMMIT');
    const file = join(making, MANIFEST_FILE);
    await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: OWNER_ALONE.file });
    await onDisk(file);
    await rename(making, target);
    await onDisk(folder);
    return manifest;
  });

/** No event of the month comes any more, and none of it is gone. */
async function requireEnded(client: Client, month: Month): Promise<void> {
  const { rows } = await client.query<{ reached: number | null; dropped: boolean }>(
    `SELECT (SELECT min(timestamp_ms) FROM projection_cursor) AS reached,
       EXISTS (SELECT FROM dropped_months WHERE month = $1) AS dropped`,
    [month.name],
  );
  const [row] = rows;
  if (row?.dropped === true) throw new Error(`${month.name} is dropped`);
  if ((row?.reached ?? 0) < month.endMs) {
    throw new Error(`history has not reached the end of ${month.name} yet`);
  }
}

async function exportTable(
  client: Client,
  table: MonthRows,
  month: Month,
  folder: string,
): Promise<ExportedTable> {
  const file = join(folder, fileOf(table.table));
  const rows = copyOut(client, rowsOfMonth(table, month));
  await pipeline(rows, createGzip(), createWriteStream(file, { mode: OWNER_ALONE.file }));
  await onDisk(file);
  const written = await contentsOf(file);
  const figures = await monthFigures(client, table, month);
  if (written.rows !== figures.rows) {
    throw new Error(`${file} has ${written.rows} rows of ${figures.rows}`);
  }
  return {
    table: table.table,
    file: fileOf(table.table),
    rows: figures.rows,
    sha256: written.sha256,
    row_hashes: figures.rowHashes,
  };
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
