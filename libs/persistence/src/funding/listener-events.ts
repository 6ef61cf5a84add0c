import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { insertBackings } from './backing-store';
import type { NewBacking } from './backing-store';
import { noteBooked } from './booked-charges';
import type { BookedCharge } from './booked-charges';
import { moveEventCursor, readEventCursor } from './event-cursors';
import type { EventCursor } from './event-cursors';
import { noteBehind } from './rows-behind';
import { insertRecovery } from './recovery-store';
import type { NewRecovery } from './recovery-store';

const APP = 'deposit-listener';

/** The listener's results from the engine's events, and how far it has read them. */
export class ListenerEvents {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Null before the first events. */
  async cursor(): Promise<EventCursor | null> {
    return this.connections.statement((client) => readEventCursor(client, APP));
  }

  /**
   * Stores test credits, authorizations and booked charges together with the event cursor. Existing rows stay unchanged.
   * @returns false if the cursor is not at `after`: another process has read these events, and nothing is written
   */
  async take(events: {
    readonly after: EventCursor | null;
    readonly to: EventCursor;
    readonly credited: readonly NewBacking[];
    readonly authorized: readonly NewRecovery[];
    readonly charged?: readonly BookedCharge[];
    readonly nowMs: number;
  }): Promise<boolean> {
    const { after, to, credited, authorized, charged = [], nowMs } = events;
    return this.connections.transaction(async (client) => {
      if (!(await moveEventCursor(client, APP, after, to))) return false;
      const unknown = await noteBooked(client, charged, nowMs);
      if (unknown > 0) await noteBehind(client, nowMs);
      await insertBackings(client, credited, nowMs);
      for (const one of authorized) await insertRecovery(client, one, nowMs);
      return true;
    });
  }
}
