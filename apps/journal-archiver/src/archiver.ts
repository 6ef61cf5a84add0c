/**
 * Follows a journal and writes its records to the archive, each verified against the previous one. The archive is never
 * ahead of the journal and never rewrites a record: it continues after its last one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { JOURNAL_START, decodeRecord, encodeRecord, positionAfter } from '@bellwether/bus';
import type { Journal, JournalPosition } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { ArchiveFolder, ArchivedRecord } from '@bellwether/journal-files';
import type { Logger } from '@bellwether/runtime';
import type { ArchiverMetrics } from './archiver-metrics';
import { MAX_LAG_MS, MAX_WAITING_RECORDS, WRITE_INTERVAL_MS } from './limits';

export interface ArchiverParts {
  readonly journal: Journal;
  readonly archive: ArchiveFolder;
  readonly metrics: ArchiverMetrics;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly log: Logger;
}

export class Archiver {
  private readonly stopping = new AbortController();
  private waiting: ArchivedRecord[] = [];
  private room: () => void = () => {};
  private running: Promise<void> | undefined;
  private waitingSinceMs: number | null = null;

  constructor(private readonly parts: ArchiverParts) {
    parts.metrics.watch(() => this.lagMs() / 1_000);
  }

  /**
   * Continues after the archive's last record. `onBroken` gets the error that ends it.
   * @throws ArchiveDamaged, InvariantViolation if archive and journal do not match
   */
  async start(onBroken: (reason: unknown) => void): Promise<void> {
    const { journal, archive, log, metrics } = this.parts;
    await journal.whenCreated();
    const position = positionOf((await archive.open()).last);
    await journal.goOnFrom(position);
    metrics.setArchived(position.number);
    log.info({ record: position.number }, 'archiving');
    this.running = this.run(position);
    this.running.catch((reason: unknown) => {
      if (!this.stopping.signal.aborted) onBroken(reason);
    });
  }

  /** @throws CodedError while the archive falls behind */
  async check(): Promise<void> {
    const lagMs = this.lagMs();
    if (this.running === undefined || lagMs > MAX_LAG_MS) {
      throw new CodedError('HISTORY_UNAVAILABLE', { lag_ms: Math.round(lagMs) });
    }
  }

  private lagMs(): number {
    const { waitingSinceMs } = this;
    return waitingSinceMs === null ? 0 : this.parts.elapsedMs() - waitingSinceMs;
  }

  /** Records that were read are written first. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.room();
    await this.running?.catch(() => undefined);
    await this.parts.archive.close();
  }

  private async run(from: JournalPosition): Promise<void> {
    const failed = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, failed.signal]);
    const ended = new AbortController();
    const writing = this.writeWaiting(ended.signal).catch((error: unknown) => {
      failed.abort();
      this.room();
      throw error;
    });
    try {
      for await (const record of this.parts.journal.follow(from, signal)) {
        this.waitingSinceMs ??= this.parts.elapsedMs();
        this.waiting.push({ number: record.number, bytes: encodeRecord(record) });
        if (this.waiting.length >= MAX_WAITING_RECORDS) await this.whenRoom();
        if (signal.aborted) break;
      }
    } finally {
      ended.abort();
      await writing;
    }
  }

  private async writeWaiting(ended: AbortSignal): Promise<void> {
    for (;;) {
      const isLast = ended.aborted;
      const batch = this.waiting;
      this.waiting = [];
      if (batch.length > 0) {
        await this.parts.archive.append(batch);
        this.parts.metrics.setArchived(batch.at(-1)!.number);
      }
      this.waitingSinceMs = this.waiting.length === 0 ? null : this.parts.elapsedMs();
      this.room();
      if (isLast && this.waiting.length === 0) return;
      await sleep(WRITE_INTERVAL_MS, undefined, { signal: ended }).catch(() => undefined);
    }
  }

  private whenRoom(): Promise<void> {
    return new Promise((resolve) => {
      this.room = resolve;
    });
  }
}

/** The journal's position after the archive's last record. */
function positionOf(last: ArchivedRecord | null): JournalPosition {
  if (last === null) return JOURNAL_START;
  return positionAfter(decodeRecord(last.bytes, last.number), last.bytes);
}
