/** The rows of a table as a file, and back: a row a line, as PostgreSQL itself writes it as JSON, compressed. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { escapeIdentifier } from 'pg';
import type { Client } from 'pg';

/** Rows in hand at once: of the widest table, kept transactions, some megabytes. */
const BATCH_ROWS = 500;
const OWNER_ALONE = 0o600;

export interface CopiedTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the file. */
  readonly sha256: string;
}

/** Inside a transaction of the caller's, so that all tables are of one moment. The file is on disk when this resolves. */
export async function copyOut(client: Client, table: string, file: string): Promise<CopiedTable> {
  const columns = await columnsOf(client, table);
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    const name = escapeIdentifier(table);
    await client.query(
      `DECLARE copied NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${name} t`,
    );
    for (;;) {
      const fetched = await client.query<{ line: string }>(`FETCH ${BATCH_ROWS} FROM copied`);
      rows += fetched.rows.length;
      yield fetched.rows.map(({ line }) => `${line}\n`).join('');
      if (fetched.rows.length < BATCH_ROWS) break;
    }
    await client.query('CLOSE copied');
  }
  await pipeline(
    Readable.from(lines(), { objectMode: false }),
    createGzip(),
    createWriteStream(file, { mode: OWNER_ALONE }),
  );
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { table, columns, rows, sha256: await digestOf(file) };
}

/**
 * Writes the rows of a file into an empty table. Columns that the table has got since then take their defaults.
 * @throws Error where the file is not what the backup wrote
 */
export async function copyIn(client: Client, copied: CopiedTable, file: string): Promise<void> {
  const { table, columns, rows, sha256 } = copied;
  const found = await digestOf(file);
  if (found !== sha256) throw new Error(`${file} is damaged: its SHA-256 is ${found}`);
  const name = escapeIdentifier(table);
  const names = columns.map(escapeIdentifier).join(', ');
  const insert = `INSERT INTO ${name} (${names})
    SELECT ${names} FROM json_populate_recordset(NULL::${name}, $1::json)`;
  let written = 0;
  let batch: string[] = [];
  const write = async () => {
    const { rowCount } = await client.query(insert, [`[${batch.join(',')}]`]);
    written += rowCount ?? 0;
    batch = [];
  };
  for await (const line of createInterface({
    input: createReadStream(file).pipe(createGunzip()),
  })) {
    batch.push(line);
    if (batch.length === BATCH_ROWS) await write();
  }
  if (batch.length > 0) await write();
  if (written !== rows) throw new Error(`${table}: ${written} rows of ${rows} were written`);
  await countOn(client, table);
}

/** What is counted goes on behind the rows that are there. */
async function countOn(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND column_default LIKE 'nextval(%'`,
    [table],
  );
  for (const { column_name: column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${escapeIdentifier(column)}))
       FROM ${escapeIdentifier(table)} HAVING count(*) > 0`,
      [escapeIdentifier(table), column],
    );
  }
}

async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
    [table],
  );
  if (rows.length === 0) throw new Error(`the database has no table ${table}`);
  return rows.map(({ column_name }) => column_name);
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(Buffer.from(chunk));
  return digest.digest('hex');
}
