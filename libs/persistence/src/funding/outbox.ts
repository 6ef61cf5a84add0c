import { MESSAGE_READERS, MESSAGE_SENDERS } from '@bellwether/funding';
import type { MessageReaderName } from '@bellwether/funding';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { prepared } from './prepared';
import type { FundingApp } from './step-effects';

const AS_WRITTEN = ['outboxId', 'messageId', 'subject', 'payload'] as const;

/** A message as it was written: id for the reader's inbox, subject, bytes. */
export type OutboxMessage = Pick<Records['OutboxMessage'], (typeof AS_WRITTEN)[number]>;

export interface UnreadQuery {
  /** The reader's name in the inbox. */
  readonly consumer: MessageReaderName;
  /** Messages up to this one are known to be read, but for those of `dueIds`. */
  readonly afterId: number;
  /** Read also if they are older: those whose time to be tried again has come. */
  readonly dueIds: readonly number[];
  /** Left out: those that are to be tried again later. */
  readonly exceptIds: readonly number[];
  readonly limit: number;
}

/** Which old rows to delete, and how many at a time. */
export interface Purge {
  readonly beforeMs: number;
  readonly limit: number;
}

const SUBJECTS_OF_READERS = Object.entries(MESSAGE_READERS).flatMap(([consumer, subjects]) =>
  subjects.map((subject) => ({ consumer, subject })),
);

/**
 * Messages of the funding apps to each other. A step writes them in its own transaction; a reader reads them here, until its
 * inbox has their mark: at least once, and through the inbox exactly once.
 */
export class Outbox {
  private readonly connections: Connections;

  constructor(
    database: Database,
    private readonly app: FundingApp,
  ) {
    this.connections = connectionsOf(database);
  }

  /** The oldest messages that the reader has not consumed, of the apps that may send them. */
  async unread({
    consumer,
    afterId,
    dueIds,
    exceptIds,
    limit,
  }: UnreadQuery): Promise<OutboxMessage[]> {
    const subjects = MESSAGE_READERS[consumer];
    const senders = subjects.map((subject) => MESSAGE_SENDERS[subject]);
    const { rows } = await this.connections.statement((client) =>
      client.query<OutboxMessage>(
        prepared(
          `SELECT ${fieldsOf('OutboxMessage', '', AS_WRITTEN)} FROM outbox
         WHERE (outbox_id > $4 OR outbox_id = ANY($7::bigint[])) AND outbox_id <> ALL($5::bigint[])
           AND (subject, app) IN (SELECT * FROM unnest($2::text[], $3::text[]))
           AND NOT EXISTS (
             SELECT FROM inbox WHERE inbox.consumer = $1 AND inbox.message_id = outbox.message_id)
         ORDER BY outbox_id LIMIT $6`,
          [consumer, subjects, senders, afterId, exceptIds, limit, dueIds],
        ),
      ),
    );
    return rows;
  }

  /** The last id of those written before a time; 0 if there is none. */
  async lastIdBefore(timeMs: number): Promise<number> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ last: number }>(
        'SELECT outbox_id AS last FROM outbox WHERE created_ms < $1 ORDER BY outbox_id DESC LIMIT 1',
        [timeMs],
      ),
    );
    return rows[0]?.last ?? 0;
  }

  /**
   * Deletes the app's oldest messages of before `beforeMs`, at most `limit`, and none that one of its readers has not
   * consumed. @returns the number deleted
   */
  async purge({ beforeMs, limit }: Purge): Promise<number> {
    const { rowCount } = await this.connections.statement((client) =>
      client.query(
        `DELETE FROM outbox WHERE outbox_id IN (
           SELECT outbox_id FROM outbox WHERE app = $1 AND created_ms < $2 AND NOT EXISTS (
             SELECT FROM unnest($4::text[], $5::text[]) AS reading (consumer, subject)
             WHERE reading.subject = outbox.subject AND NOT EXISTS (
               SELECT FROM inbox
               WHERE inbox.consumer = reading.consumer AND inbox.message_id = outbox.message_id))
           ORDER BY outbox_id LIMIT $3)`,
        [
          this.app,
          beforeMs,
          limit,
          SUBJECTS_OF_READERS.map(({ consumer }) => consumer),
          SUBJECTS_OF_READERS.map(({ subject }) => subject),
        ],
      ),
    );
    return rowCount ?? 0;
  }
}
