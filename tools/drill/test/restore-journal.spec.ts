/** The NATS servers are lost, PostgreSQL is not: the journal is restored beside the existing rows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeRecord } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import { startNatsServer, startTestPostgres } from '@bellwether/local-services';
import type { NatsServer, TestPostgres } from '@bellwether/local-services';
import { MIGRATED } from '@bellwether/persistence';
import { Client } from 'pg';
import { restoreJournalAlone } from '../src/restore';

let folder: string;
let archive: string;
let nats: NatsServer;
let postgres: TestPostgres;
let databaseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-restore-journal-'));
  archive = join(folder, 'archive');
  [nats, postgres] = await Promise.all([
    startNatsServer({ dataDir: join(folder, 'nats') }),
    startTestPostgres({ dataDir: join(folder, 'postgres'), preparation: MIGRATED }),
    archiveOfOneRecord(),
  ]);
  databaseUrl = await postgres.database('kept');
});
afterAll(async () => {
  await Promise.all([nats.stop(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function query(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function archiveOfOneRecord(): Promise<void> {
  const writer = new ArchiveFolder(archive);
  await writer.open();
  const bytes = encodeRecord({
    version: 1,
    kind: 'genesis',
    network: 'test',
    shard: 0,
    epoch: 0,
    writer: new Uint8Array(16),
    number: 1,
    previousHash: new Uint8Array(32),
    timestampMs: 1_000,
    firstSeq: 1,
    commands: [],
  });
  await writer.append([{ number: 1, bytes }]);
  await writer.close();
}

const restored = () =>
  restoreJournalAlone({ archive }, { bus: { servers: nats.url }, databaseUrl, replicas: 1 });

describe('a journal beside rows that stay', () => {
  it('is not written where the rows know more than the archive; else it is', async () => {
    await query('INSERT INTO projection_cursor VALUES (0, 9, 9, 0, 0)');
    await expect(restored()).rejects.toThrow(
      /ends at seq 0, 1970-01-01T00:00:01.000Z, and the database knows seq 8: /,
    );

    await query('DELETE FROM projection_cursor');
    expect(await restored()).toEqual({ first: 1, record: 1, seq: 0, events: 0 });
    // It may be run again after an interruption.
    expect(await restored()).toMatchObject({ record: 1, seq: 0 });
  });
});
