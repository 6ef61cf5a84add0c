import { createHash } from 'node:crypto';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { jsonText } from '../json-column';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import type { FundingApp } from './step-effects';
import { JSON_OBJECT, recordTable } from './table';
import type { RecordIn } from './table';

const ALARMS = recordTable('Alarm', { details: JSON_OBJECT });

/** Alarms of the funding apps. Times in Unix milliseconds. */
export type Alarm = RecordIn<typeof ALARMS> & { readonly alarmId: number };

export interface AlarmFilter {
  /** Of this app alone. */
  readonly app?: string | undefined;
}

/** Of one app. An app raises few alarms that differ: more than these were read by nobody. */
export const MAX_ALARMS_OF_APP = 1_000;

/** Alarms of the funding apps. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer. */
export class AlarmStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** The same alarm again is counted in its row. The oldest of the app go where there are too many. */
  async raise(app: FundingApp, kind: string, details: object, nowMs: number): Promise<void> {
    const text = jsonText(details);
    const hash = createHash('sha256').update(text, 'utf8').digest();
    await this.connections.transaction(async (client) => {
      await client.query(RAISE, [app, kind, hash, text, nowMs]);
      await client.query(DROP_OLDEST, [app, MAX_ALARMS_OF_APP]);
    });
  }

  /** Raised last first; `before` is an alarm's id. */
  async list(page: PageRequest, { app }: AlarmFilter = {}): Promise<Page<Alarm>> {
    const values = [page.before ?? Number.MAX_SAFE_INTEGER, rowsToRead(page), app ?? null];
    const rows = await this.connections.rows<Alarm>(LIST, values);
    return pageOf(ALARMS.checked(rows), page);
  }
}

const RAISE = `
  INSERT INTO alarms AS a (app, kind, details_hash, details, times, first_ms, last_ms)
  VALUES ($1, $2, $3, $4, 1, $5, $5)
  ON CONFLICT (app, kind, details_hash) DO UPDATE SET
    alarm_id = nextval(pg_get_serial_sequence('alarms', 'alarm_id')),
    times = a.times + 1, last_ms = GREATEST(a.last_ms, excluded.last_ms)`;

const DROP_OLDEST = `
  DELETE FROM alarms WHERE app = $1 AND alarm_id <= (
    SELECT alarm_id FROM alarms WHERE app = $1 ORDER BY alarm_id DESC OFFSET $2 LIMIT 1)`;

const LIST = `
  SELECT ${ALARMS.numberedNames} FROM alarms
  WHERE alarm_id < $1 AND ($3::text IS NULL OR app = $3)
  ORDER BY alarm_id DESC LIMIT $2`;
