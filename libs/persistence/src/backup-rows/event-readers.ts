/** How far each reader with a cursor in the database has read the events. */
import { withClient } from './rows-client';

export interface EventReader {
  /** `history`, or the name of a funding app. */
  readonly name: string;
  /** Seq of the last event that the reader has processed. */
  readonly seq: number;
  readonly index: number;
}

/** Empty if nobody has read any event yet. */
export const eventReaders = (url: string, shard: number): Promise<EventReader[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<EventReader>(
      `SELECT 'history' AS name, seq, event_index AS index FROM projection_cursor WHERE shard = $1
       UNION ALL SELECT consumer, seq, event_index FROM funding_event_cursors`,
      [shard],
    );
    return rows;
  });
