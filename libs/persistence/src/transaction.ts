import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '@bellwether/errors';
import type { Pool, PoolClient } from 'pg';
import { isConflict, isConnectionSpent } from './availability';
import type { Log } from './log';

/** What runs a statement: a transaction's connection, or that statement's own. */
export type Client = Pick<PoolClient, 'query'>;

/** The waits double from 5 ms to 640 ms, so all eight attempts are over in about a second. */
const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 5;

/**
 * Runs `work` between BEGIN and COMMIT, again after a lost conflict (serialization, deadlock), with random waits in
 * between so that two losers do not meet again. Other errors are thrown as they are, the transaction undone.
 */
export function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  log: Log,
): Promise<T> {
  return untilNoConflict(() => once(pool, work), log);
}

/** Runs `work`, which is one statement: that is a transaction by itself. */
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
    // The other ways to call it, of callbacks and streams, nobody uses here.
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
      const longestMs = FIRST_WAIT_MS * 2 ** (attempt - 1);
      await sleep(longestMs * (0.5 + Math.random() / 2));
    }
  }
}

async function once<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two statements says so as an event; the next statement fails by itself.
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
    client.release(spent); // true: it does not go back to the pool
  }
}
