/**
 * Whether the journal's server answers at all, by pings on its connection, each begun by a look at the one before. It says
 * nothing of who leads, as a server that was cut off answers too: it is for an engine at rest, whose standby wants to
 * know that it is there, and which is not to write a record for that.
 */
import type { Bus } from '@bellwether/bus';
import { JOURNAL_HEARTBEAT_MS } from '../limits';

export class JournalHeartbeat {
  private answeredMs = -Infinity;
  private askedMs = -Infinity;
  private isAsking = false;

  constructor(
    private readonly bus: Pick<Bus, 'flush'>,
    /** Milliseconds that rise steadily. */
    private readonly elapsedMs = () => performance.now(),
  ) {}

  /** It answered within `JOURNAL_HEARTBEAT_MS`; asked again by this. */
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
      // The connection is closed, or broken: there is no heartbeat.
    }
    if (this.askedMs === nowMs) this.isAsking = false;
  }
}
