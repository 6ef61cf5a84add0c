import { CodedError } from '@bellwether/errors';
import type { AlarmStore, FundingApp } from '@bellwether/persistence';
import { Alarms } from '@bellwether/runtime';
import type { Logger, Metrics } from '@bellwether/runtime';
import { ALARM_RETRY_MS, MAX_ALARM_CHARACTERS, MAX_WAITING_ALARMS } from './limits';

export interface ListedAlarmsParts {
  readonly app: FundingApp;
  readonly rows: Pick<AlarmStore, 'raise'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Raised {
  readonly kind: string;
  readonly details: object;
  readonly raisedMs: number;
}

/**
 * Alarms that operators find in a list too. Each is counted and logged first. While PostgreSQL is away they wait, the
 * first ones of them: the rest is in the log.
 */
export class ListedAlarms<Kind extends string> extends Alarms<Kind> {
  private readonly waiting: Raised[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing = false;

  /** @param kinds all there are, so that each is counted from 0 */
  constructor(
    kinds: readonly Kind[],
    private readonly parts: ListedAlarmsParts,
  ) {
    super(kinds, parts.log, parts.metrics);
  }

  override raise(kind: Kind, details: object): void {
    super.raise(kind, details);
    if (this.waiting.length >= MAX_WAITING_ALARMS) return;
    this.waiting.push({ kind, details: plainOf(details), raisedMs: this.parts.now() });
    void this.write();
  }

  private async write(): Promise<void> {
    if (this.writing) return;
    this.writing = true;
    clearTimeout(this.timer);
    const { app, rows, log } = this.parts;
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      try {
        await rows.raise(app, next.kind, next.details, next.raisedMs);
      } catch (error) {
        if (error instanceof CodedError && error.code === 'HISTORY_UNAVAILABLE') {
          this.timer = setTimeout(() => void this.write(), ALARM_RETRY_MS).unref();
          break;
        }
        log.error({ err: error, kind: next.kind }, 'an alarm is in the log only');
      }
      this.waiting.shift();
    }
    this.writing = false;
  }
}

/** The stored details: as in the log, in JSON, cut if they are long. */
export function plainOf(details: object): object {
  const text = JSON.stringify(details, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
    if (value instanceof CodedError) {
      return { code: value.code, message: value.message, details: value.details };
    }
    return value instanceof Error ? { name: value.name, message: value.message } : value;
  });
  if (text.length <= MAX_ALARM_CHARACTERS) return JSON.parse(text) as object;
  return { cut: text.slice(0, MAX_ALARM_CHARACTERS) };
}
