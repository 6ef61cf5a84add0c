/** How far everybody has read the events who keeps a cursor in the database. */
import { withClient } from './rows-client';

export interface EventReader {
  /** `history`, or a funding app by its name. */
  readonly name: string;
  /** Of the last event that it has taken in. */
  readonly seq: number;
  readonly index: number;
}

/** Empty where nobody has read anything yet. */
export const eventReaders = (url: string, shard: number): Promise<EventReader[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; seq: string; event_index: number }>(
      `SELECT 'history' AS name, seq, event_index FROM projection_cursor WHERE shard = $1
       UNION ALL SELECT consumer, seq, event_index FROM funding_event_cursors`,
      [shard],
    );
    return rows.map(({ name, seq, event_index: index }) => ({ name, seq: Number(seq), index }));
  });
