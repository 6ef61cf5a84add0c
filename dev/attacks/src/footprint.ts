/** The memory and disk that the exchange uses: figures for a report, not a promise that a test checks. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Exchange } from '../../e2e/src/exchange';
import { pidOf } from '../../e2e/src/processes';
import { operatorFileOf } from './operator-file';

const APPS = ['matching-engine', 'gateway', 'deposit-listener', 'projector'] as const;
const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;
const KIB = 1024;

export interface Footprint {
  readonly databaseBytes: number;
  /** All that nats-server stores: journal, events, read index. */
  readonly streamsBytes: number;
  readonly residentBytes: Readonly<Record<string, number>>;
}

export async function footprintOf(exchange: Exchange): Promise<Footprint> {
  const resident = APPS.map((app) => [app, residentOf(pidOf(exchange.dataDir, app))] as const);
  return {
    databaseBytes: await databaseBytes(exchange),
    streamsBytes: bytesIn(join(exchange.dataDir, 'nats')),
    residentBytes: Object.fromEntries(resident),
  };
}

const residentOf = (pid: number): number =>
  Number(RESIDENT.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * KIB;

async function databaseBytes(exchange: Exchange): Promise<number> {
  const client = new Client({ connectionString: operatorFileOf(exchange).database_url });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0);

/** A file may have been removed meanwhile. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
