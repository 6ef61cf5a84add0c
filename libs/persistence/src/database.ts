import { PrismaPg } from '@prisma/adapter-pg';
import { assert } from '@bellwether/errors';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { historyError } from './availability';
import { COLUMN_VALUES } from './column-values';
import { PrismaClient } from './generated/client';
import type { Log } from './log';
import { inStatement, inTransaction } from './transaction';
import type { Client } from './transaction';

export interface DatabaseOptions {
  readonly url: string;
  /** The most connections this process may take of the server's `max_connections`. */
  readonly poolMax: number;
  /** Statement time-out in milliseconds. Default 5,000. */
  readonly timeoutMs?: number | undefined;
  /** Time-out for getting a connection, from the pool or the server, in milliseconds. Default 3,000. */
  readonly connectTimeoutMs?: number | undefined;
  readonly log: Log;
}

/** A server that is up answers within milliseconds; one that is down must not hold a request for long. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Reading a page takes milliseconds. Callers that write large batches or rebuild candles set a longer time-out. */
const DEFAULT_TIMEOUT_MS = 5_000;
/** A live server ends the statement itself and reports it. A frozen server is given up this much later. */
const ANSWER_GRACE_MS = 1_000;
/** A frozen process must not hold the cursor's lock forever through an idle transaction. */
const IDLE_TRANSACTION_TIMEOUT_MS = 20_000;

/**
 * A PostgreSQL database for the repositories. It has a connection pool: a broken connection is dropped and the next use
 * opens a new one, so no action is needed when a server comes back.
 */
export class Database {
  /** @throws CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer */
  async ping(): Promise<void> {
    await connectionsOf(this).query((prisma) => prisma.$queryRaw`SELECT 1`);
  }

  /** The server's clock: Unix time, whole milliseconds. @throws CodedError HISTORY_UNAVAILABLE */
  async timeMs(): Promise<number> {
    const [row] = await connectionsOf(this).rows<{ readonly ms: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
      [],
    );
    assert(row !== undefined, 'a time has a row');
    return row.ms;
  }

  /** Waits for statements under way. */
  async close(): Promise<void> {
    await connectionsOf(this).close();
  }
}

/** Opens no connection yet: the first use does. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolMax, timeoutMs = DEFAULT_TIMEOUT_MS, log } = options;
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const pool = new Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + ANSWER_GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: COLUMN_VALUES,
  });
  // Reports an idle connection that broke; the pool has dropped it already.
  pool.on('error', (error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost'));
  const database = new Database();
  connectionsByDatabase.set(database, new Connections(pool, log));
  return database;
}

/**
 * The connections of this library's repositories. Prisma reads rows and writes single ones. `pg`, on the same pool,
 * reads history's lists and writes batches, with statements that Prisma's query builder cannot make. Every error thrown
 * is one of ours (`CodedError`, `Fault`, `InvariantViolation`) or a bug.
 */
export class Connections {
  private readonly prisma: PrismaClient;

  constructor(
    private readonly pool: Pool,
    private readonly log: Log,
  ) {
    this.prisma = new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' });
  }

  query<T>(work: (prisma: PrismaClient) => Promise<T>): Promise<T> {
    return inOurErrors(() => work(this.prisma));
  }

  /** Rows as `COLUMN_VALUES` reads them, for long lists: Prisma takes several times as long. */
  async rows<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.statement((client) => client.query<Row>(text, [...values]));
    return rows;
  }

  /** Runs `work` in one transaction, and again if it lost a conflict, so `work` must be repeatable. */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inOurErrors(() => inTransaction(this.pool, work, this.log));
  }

  /** Runs `work`, which makes a single statement. BEGIN and COMMIT would cost two more round trips. */
  statement<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return inOurErrors(() => inStatement(this.pool, work, this.log));
  }

  /** A connection for the caller, who must release it. */
  connect(): Promise<PoolClient> {
    return inOurErrors(() => this.pool.connect());
  }

  /** The error to throw in place of a driver's error. */
  errorOf(error: unknown): unknown {
    return historyError(error);
  }

  async close(): Promise<void> {
    await this.prisma.$disconnect();
    await this.pool.end();
  }
}

async function inOurErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw historyError(error);
  }
}

/** Stored outside the class, so that no type of Prisma or `pg` is part of this library's interface. */
const connectionsByDatabase = new WeakMap<Database, Connections>();

export function connectionsOf(database: Database): Connections {
  const connections = connectionsByDatabase.get(database);
  assert(connections !== undefined, 'a Database is made by openDatabase');
  return connections;
}
