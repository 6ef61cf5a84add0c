import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs, assert } from '@bellwether/errors';
import type { Pool, PoolClient } from 'pg';
import { isConflict, isConnectionSpent } from './availability';
import type { Log } from './log';

/** Runs a statement: on a transaction's connection, or on one of its own. */
export type Client = Pick<PoolClient, 'query'>;

/** All eight attempts are over in about a second. */
const MAX_ATTEMPTS = 8;
const WAITS = { firstMs: 5, lastMs: 640 };

/**
 * Runs `work` between BEGIN and COMMIT, and again after a lost conflict (serialization, deadlock), with random waits so
 * that two losers do not collide again. Other errors roll back and are rethrown.
 */
export function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  log: Log,
): Promise<T> {
  return untilNoConflict(() => once(pool, work), log);
}

/** Runs `work`, which makes a single statement: a transaction by itself. */
export function inStatement<T>(
  pool: Pool,
  work: (client: Client) => Promise<T>,
  log: Log,
): Promise<T> {
  return untilNoConflict(() => {
    let isSpent = false;
    const query = (...statement: Parameters<Pool['query']>) => {
      assert(!isSpent, 'one statement: two are a transaction');
      isSpent = true;
      return pool.query(...statement);
    };
    // No caller uses the other forms of `query`, with callbacks or streams.
    return work({ query: query as Client['query'] });
  }, log);
}

async function untilNoConflict<T>(attemptOnce: () => Promise<T>, log: Log): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      log.warn({ err: error, attempt }, 'a transaction lost a conflict and runs again');
      await sleep(backoffMs(WAITS, attempt - 1) * (0.5 + Math.random() / 2));
    }
  }
}

async function once<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two statements emits an event; the next statement then fails.
  const ignore = () => {};
  client.on('error', ignore);
  let spent = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // Closing a connection undoes its transaction as well as ROLLBACK does.
    spent = isConnectionSpent(error);
    if (!spent) await client.query('ROLLBACK').catch(() => (spent = true));
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(spent); // true: it does not return to the pool
  }
}
