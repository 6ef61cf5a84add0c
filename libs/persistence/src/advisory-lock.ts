import type { PoolClient } from 'pg';
import { connectionsOf } from './database';
import type { Connections, Database } from './database';

/**
 * A lock that one process holds for as long as it lives and is connected: PostgreSQL frees it with the connection. It
 * keeps two processes from doing the same work twice over; what must not happen twice is for rows to say, as the lock
 * may be lost at any moment. Takes one connection of the pool while it is held.
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
   * Whether this process has it now; takes it where nobody does.
   * @throws CodedError HISTORY_UNAVAILABLE where PostgreSQL does not answer: then it is not held
   */
  async hold(): Promise<boolean> {
    return this.client === undefined ? this.take() : this.confirm(this.client);
  }

  /** Lets another process have it. To be called before the database is closed. */
  async release(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    // The connection goes with it: whatever state the lock was in, it is free then.
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

  /** A connection may have died without a word. */
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
