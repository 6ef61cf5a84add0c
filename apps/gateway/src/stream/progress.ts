import type { EngineReader } from '../live/shared-queries';
import { PROGRESS_INTERVAL_MS, PROGRESS_TIMEOUT_MS } from './limits';

interface Known {
  /** The engine's last command. It may have made no event, such as a tick. */
  readonly seq: number;
  /** Of the last command that made one. */
  readonly eventSeq: number;
  readonly atMs: number;
}

/**
 * The engine's position, queried every few seconds. With it, heartbeats distinguish a quiet exchange from a gateway
 * that receives nothing.
 */
export class Progress {
  private readonly timer: NodeJS.Timeout;
  private known: Known | undefined;

  constructor(
    private readonly engine: EngineReader,
    private readonly takenSeq: () => number,
  ) {
    this.timer = setInterval(() => void this.ask(), PROGRESS_INTERVAL_MS);
    void this.ask();
  }

  /**
   * `seq`: every event up to this command was applied. A client that waits for a command without events, such as the
   * last one before a read, learns from it that nothing more will come. `lag` null: the engine has not answered
   * recently.
   */
  now(): { seq: number; lag: number | null } {
    const taken = this.takenSeq();
    const { known } = this;
    const hasAll = known !== undefined && taken >= known.eventSeq;
    const seq = hasAll ? Math.max(taken, known.seq) : taken;
    const isKnown = known !== undefined && performance.now() - known.atMs < PROGRESS_TIMEOUT_MS;
    return { seq, lag: isKnown ? Math.max(0, known.eventSeq - seq) : null };
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    const atMs = performance.now();
    try {
      const { view, seq } = await this.engine.query('event_place', {});
      this.known = { seq, eventSeq: view.seq, atMs };
    } catch {
      // The heartbeat says that it is not known.
      this.known = undefined;
    }
  }
}
