import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { Purge } from './outbox';
import { markInbox } from './step-effects';
import type { InboxMark } from './step-effects';

/** Messages a reader has consumed. Steps mark them in their own transaction (`StepEffects.inbox`). */
export class Inbox {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** For a message that leads to no step. False if it was consumed before. */
  async consume(mark: InboxMark, nowMs: number): Promise<boolean> {
    return this.connections.statement((client) => markInbox(client, mark, nowMs));
  }

  /**
   * Deletes the oldest marks before `beforeMs`, at most `limit`: their messages can no longer be redelivered. @returns
   * the number deleted
   */
  async purge(consumer: string, { beforeMs, limit }: Purge): Promise<number> {
    const { rowCount } = await this.connections.statement((client) =>
      client.query(
        `DELETE FROM inbox WHERE consumer = $1 AND message_id IN (
           SELECT message_id FROM inbox WHERE consumer = $1 AND consumed_ms < $2
           ORDER BY consumed_ms LIMIT $3)`,
        [consumer, beforeMs, limit],
      ),
    );
    return rowCount ?? 0;
  }

  async wasConsumed({ consumer, messageId }: InboxMark): Promise<boolean> {
    const { rowCount } = await this.connections.statement((client) =>
      client.query('SELECT 1 FROM inbox WHERE consumer = $1 AND message_id = $2', [
        consumer,
        messageId,
      ]),
    );
    return rowCount === 1;
  }
}
