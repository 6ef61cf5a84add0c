import type { PoolClient } from 'pg';
import { connectionsOf } from './database';
import type { Connections, Database } from './database';

/**
 * A PostgreSQL advisory lock that one process holds while it runs and stays connected. PostgreSQL frees it when the
 * connection closes. It saves two processes from doing the same work, but it can be lost at any moment: the rows
 * themselves must prevent what must not happen twice. Uses one connection of the pool while held.
 */
export class AdvisoryLock {
  private readonly connections: Connections;
  private client: PoolClient | undefined;

  constructor(
    database: Database,
    private readonly name: string,
  ) {
    this.connections = connectionsOf(database);
  }

  /**
   * True if this process holds the lock now. Takes the lock if it is free.
   * @throws CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer: the lock is then not held
   */
  async hold(): Promise<boolean> {
    return this.client === undefined ? this.take() : this.confirm(this.client);
  }

  /** Frees the lock for other processes. Call it before the database is closed. */
  async release(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    // Closing the connection frees the lock, whatever state it was in.
    client?.release(true);
  }

  private async take(): Promise<boolean> {
    const client = await this.connections.connect();
    try {
      const { rows } = await client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
        [this.name],
      );
      if (rows[0]?.taken === true) {
        client.on('error', () => this.lose(client));
        this.client = client;
        return true;
      }
    } catch (error) {
      client.release(true);
      throw this.connections.errorOf(error);
    }
    client.release();
    return false;
  }

  /** Checks that the connection is still alive: it may have died silently. */
  private async confirm(client: PoolClient): Promise<boolean> {
    try {
      await client.query('SELECT 1');
      return true;
    } catch (error) {
      this.lose(client);
      throw this.connections.errorOf(error);
    }
  }

  private lose(client: PoolClient): void {
    if (this.client !== client) return;
    this.client = undefined;
    client.release(true);
  }
}
