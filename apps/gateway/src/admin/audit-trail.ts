import { CodedError } from '@bellwether/errors';
import type { AuditEntry, AuditLog } from '@bellwether/persistence';
import type { Logger } from '@bellwether/runtime';
import {
  AUDIT_RETRY_MS,
  MAX_REFUSED_AUDIT_ROWS_PER_MINUTE,
  MAX_WAITING_AUDIT_ROWS,
} from '../limits';

const MINUTE_MS = 60_000;

/**
 * Every admin call is logged first, and then stored as a row. While PostgreSQL is away the rows wait, in order: an
 * operator must be able to halt the exchange while the database is down.
 */
export class AuditTrail {
  private readonly waiting: AuditEntry[] = [];
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  private minute = 0;
  private unknownThisMinute = 0;

  constructor(
    private readonly rows: Pick<AuditLog, 'append'>,
    private readonly log: Logger,
    /** Unix time in milliseconds. */
    readonly nowMs: () => number,
  ) {}

  /**
   * Resolves when the row is written, or is waiting for PostgreSQL. Never rejects, because the call it records is done.
   */
  async record(entry: AuditEntry): Promise<void> {
    this.log.info({ audit: entry }, 'admin call');
    if (this.waiting.length >= MAX_WAITING_AUDIT_ROWS) {
      this.log.error(
        { request_id: entry.requestId },
        'audit: too many rows wait, this one is in the log only',
      );
      return;
    }
    this.waiting.push(entry);
    await this.flush();
  }

  /** Calls without a valid key, up to a limit a minute, so that guesses of keys cannot fill the database. */
  async recordUnknown(entry: AuditEntry): Promise<void> {
    const minute = Math.floor(performance.now() / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.unknownThisMinute = 0;
    }
    if (++this.unknownThisMinute <= MAX_REFUSED_AUDIT_ROWS_PER_MINUTE) await this.record(entry);
  }

  /** Rows that could not be written yet. */
  get pending(): number {
    return this.waiting.length;
  }

  /** A last attempt. Rows that still wait are in the log. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.flush();
    clearTimeout(this.timer);
    if (this.pending > 0) this.log.error({ rows: this.pending }, 'audit: rows are in the log only');
  }

  private flush(): Promise<void> {
    this.flushing ??= this.writeWaiting().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  private async writeWaiting(): Promise<void> {
    for (let entry = this.waiting[0]; entry !== undefined; entry = this.waiting[0]) {
      try {
        await this.rows.append(entry);
      } catch (error) {
        if (error instanceof CodedError && error.code === 'HISTORY_UNAVAILABLE') {
          this.log.warn({ err: error, rows: this.pending }, 'audit: PostgreSQL is away, rows wait');
          clearTimeout(this.timer);
          this.timer = setTimeout(() => void this.flush(), AUDIT_RETRY_MS);
          this.timer.unref();
          return;
        }
        this.log.error({ err: error, request_id: entry.requestId }, 'audit: row not written');
      }
      this.waiting.shift();
    }
  }
}
