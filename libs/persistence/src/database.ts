import { PrismaPg } from '@prisma/adapter-pg';
import { assert } from '@bellwether/errors';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { historyError } from './availability';
import { PrismaClient } from './generated/client';
import type { Log } from './log';
import { inStatement, inTransaction } from './transaction';
import type { Client } from './transaction';

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most: what one process may take of the server's `max_connections`. */
  readonly poolMax: number;
  /** The longest a statement may take. Default 5 s. */
  readonly patienceMs?: number | undefined;
  /** The longest to wait for a connection, one of the pool's own included. Default 3 s. */
  readonly connectPatienceMs?: number | undefined;
  readonly log: Log;
}

/** A server that is up answers within milliseconds; one that is not must not hold a request for long. */
const CONNECT_PATIENCE_MS = 3_000;
/** A page takes milliseconds; whoever writes large batches or rebuilds candles says more. */
const DEFAULT_PATIENCE_MS = 5_000;
/** A server that is alive ends the statement itself and says so; one that froze is given up this much later. */
const ANSWER_GRACE_MS = 1_000;
/** A transaction whose owner froze must not hold the cursor's lock for ever. */
const IDLE_TRANSACTION_PATIENCE_MS = 20_000;

/**
 * A PostgreSQL database, as the repositories take it. Holds a pool of connections; a connection that broke is dropped
 * and the next use makes a new one, so a server that comes back needs nothing from us.
 */
export class Database {
  /** Throws CodedError HISTORY_UNAVAILABLE where PostgreSQL does not answer. */
  async ping(): Promise<void> {
    await connectionsOf(this).query((prisma) => prisma.$queryRaw`SELECT 1`);
  }

  /** The server's clock: Unix time, whole milliseconds. @throws CodedError HISTORY_UNAVAILABLE */
  async timeMs(): Promise<number> {
    const [row] = await connectionsOf(this).rows<{ readonly ms: string }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
      [],
    );
    return Number(row?.ms);
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await connectionsOf(this).close();
  }
}

/** Connects to nothing yet: the first use does. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolMax, patienceMs = DEFAULT_PATIENCE_MS, log } = options;
  const { connectPatienceMs = CONNECT_PATIENCE_MS } = options;
  const pool = new Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: connectPatienceMs,
    statement_timeout: patienceMs,
    query_timeout: patienceMs + ANSWER_GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_PATIENCE_MS,
    keepAlive: true,
  });
  // An idle connection that breaks says so here; the pool has dropped it already.
  pool.on('error', (error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost'));
  const database = new Database();
  connectionsByDatabase.set(database, new Connections(pool, log));
  return database;
}

/**
 * What the repositories of this library work with. Rows are read, and single ones written, through Prisma. History's lists
 * are read, and batches written, through `pg` on the same pool: statements that Prisma's query builder does not make.
 * Every error that leaves is either ours (`CodedError`, `Fault`, `InvariantViolation`) or a bug.
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

  /** Rows as `pg` gives them: for long lists, which Prisma reads at several times the cost. */
  async rows<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.statement((client) => client.query<Row>(text, [...values]));
    return rows;
  }

  /** All of `work` or nothing of it; run again when it lost to another transaction, so it must be repeatable. */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inOurErrors(() => inTransaction(this.pool, work, this.log));
  }

  /** `work` makes one statement, a whole by itself: BEGIN and COMMIT would be two ways more to the server. */
  statement<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return inOurErrors(() => inStatement(this.pool, work, this.log));
  }

  /** A connection for as long as it is needed; to be released. */
  connect(): Promise<PoolClient> {
    return inOurErrors(() => this.pool.connect());
  }

  /** What to throw in place of a driver's error. */
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

/** Kept beside the class and not in it, so that no type of Prisma or pg is part of what this library shows. */
const connectionsByDatabase = new WeakMap<Database, Connections>();

export function connectionsOf(database: Database): Connections {
  const connections = connectionsByDatabase.get(database);
  assert(connections !== undefined, 'a Database is made by openDatabase');
  return connections;
}
