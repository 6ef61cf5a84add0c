/** A month of history in files: one a table, CSV in gzip, and a manifest, written last. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import type { Month } from './month';
import { EXPORTED_TABLES } from './month-tables';

export const MANIFEST_VERSION = 1;
export const MANIFEST_FILE = 'manifest.json';

const exportedTable = z.strictObject({
  table: z.string(),
  /** In the manifest's folder. */
  file: z.string(),
  rows: z.number().int().nonnegative(),
  /** Of the file, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of the rows in the database, to compare them again before they are dropped. */
  row_hashes: z.string().regex(/^-?\d+$/),
});

const manifestSchema = z.strictObject({
  version: z.literal(MANIFEST_VERSION),
  month: z.string(),
  exported_at: z.string(),
  /** The columns are those of the tables after this migration. */
  migration: z.string(),
  tables: z.array(exportedTable),
});
export type ExportManifest = z.infer<typeof manifestSchema>;
export type ExportedTable = ExportManifest['tables'][number];

export const fileOf = (table: string): string => `${table}.csv.gz`;

export interface MonthExport {
  readonly manifest: ExportManifest;
  /** Of the manifest's file. */
  readonly manifestSha256: Uint8Array;
}

/**
 * Reads the manifest, and every file to its end.
 * @returns null if the folder has no export of the month
 * @throws Error if a file is not what was exported
 */
export async function readExport(folder: string, month: Month): Promise<MonthExport | null> {
  const file = join(folder, month.name, MANIFEST_FILE);
  const text = await readFile(file).catch(() => null);
  if (text === null) return null;
  const manifest = manifestSchema.parse(JSON.parse(text.toString()));
  if (manifest.month !== month.name) throw new Error(`${file} is of ${manifest.month}`);
  for (const { table } of EXPORTED_TABLES) {
    const exported = manifest.tables.find((one) => one.table === table);
    if (exported === undefined) throw new Error(`${file} lacks ${table}`);
    await requireFile(join(folder, month.name, exported.file), exported);
  }
  return { manifest, manifestSha256: createHash('sha256').update(text).digest() };
}

async function requireFile(file: string, { rows, sha256 }: ExportedTable): Promise<void> {
  const found = await contentsOf(file);
  if (found.sha256 !== sha256)
    throw new Error(`${file} is damaged: its SHA-256 is ${found.sha256}`);
  if (found.rows !== rows) throw new Error(`${file} has ${found.rows} rows of ${rows}`);
}

/** Of a compressed file: its hash, and how many rows are in it behind the line of names. */
export async function contentsOf(
  file: string,
): Promise<{ readonly sha256: string; readonly rows: number }> {
  const digest = createHash('sha256');
  const lines = new CsvLines();
  const unzip = createGunzip();
  const compressed = createReadStream(file);
  compressed.on('data', (chunk) => digest.update(chunk));
  compressed.on('error', (error) => unzip.destroy(error));
  for await (const chunk of compressed.pipe(unzip)) lines.add(Buffer.from(chunk));
  return { sha256: digest.digest('hex'), rows: lines.count - 1 };
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Counts the lines of a CSV. One within quotes is part of a value; a quote within quotes is doubled. */
export class CsvLines {
  count = 0;
  private isQuoted = false;

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === QUOTE) this.isQuoted = !this.isQuoted;
      else if (byte === NEWLINE && !this.isQuoted) this.count++;
    }
  }
}
