/**
 * Pings the journal's server, to know whether it answers at all. That says nothing about who leads, because a server
 * that was cut off also answers. An idle engine uses it to answer its standby without writing a record. Each check
 * starts the next ping.
 */
import type { Bus } from '@bellwether/bus';
import { JOURNAL_HEARTBEAT_MS } from '../limits';

export class JournalHeartbeat {
  private answeredMs = -Infinity;
  private askedMs = -Infinity;
  private isAsking = false;

  constructor(
    private readonly bus: Pick<Bus, 'flush'>,
    /** Milliseconds of a monotonic clock. */
    private readonly elapsedMs = () => performance.now(),
  ) {}

  /** It answered within `JOURNAL_HEARTBEAT_MS`. Reading this starts the next ping. */
  get isThere(): boolean {
    const nowMs = this.elapsedMs();
    const isLost = nowMs - this.askedMs > JOURNAL_HEARTBEAT_MS;
    if (!this.isAsking || isLost) void this.ask(nowMs);
    return nowMs - this.answeredMs <= JOURNAL_HEARTBEAT_MS;
  }

  private async ask(nowMs: number): Promise<void> {
    this.isAsking = true;
    this.askedMs = nowMs;
    try {
      await this.bus.flush();
      this.answeredMs = Math.max(this.answeredMs, nowMs);
    } catch {
      // The connection is closed or broken: there is no heartbeat.
    }
    if (this.askedMs === nowMs) this.isAsking = false;
  }
}
