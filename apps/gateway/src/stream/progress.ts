import type { EngineReader } from '../live/shared-queries';
import { PROGRESS_INTERVAL_MS, PROGRESS_PATIENCE_MS } from './limits';

/**
 * The engine's position, queried every few seconds. With it, heartbeats distinguish a quiet exchange from a gateway
 * that receives nothing.
 */
export class Progress {
  private readonly timer: NodeJS.Timeout;
  private known: { readonly seq: number; readonly atMs: number } | undefined;

  constructor(
    private readonly engine: EngineReader,
    private readonly takenSeq: () => number,
  ) {
    this.timer = setInterval(() => void this.ask(), PROGRESS_INTERVAL_MS);
    void this.ask();
  }

  /** `lag` null: the engine has not answered recently. */
  now(): { seq: number; lag: number | null } {
    const seq = this.takenSeq();
    const { known } = this;
    const isKnown = known !== undefined && performance.now() - known.atMs < PROGRESS_PATIENCE_MS;
    return { seq, lag: isKnown ? Math.max(0, known.seq - seq) : null };
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    const atMs = performance.now();
    try {
      const { view } = await this.engine.query('event_place', {});
      this.known = { seq: view.seq, atMs };
    } catch {
      // The heartbeat says that it is not known.
      this.known = undefined;
    }
  }
}
