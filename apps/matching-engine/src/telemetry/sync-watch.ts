/**
 * Checks at intervals whether the journal's servers sync before they acknowledge. The engine requires it at start. If a
 * server comes back later with another configuration, an operator must act; stopping the engine would not help.
 */
import { syncedServers } from '@bellwether/bus';
import { SYNC_LOOK_INTERVAL_MS } from '../limits';

export class SyncWatch {
  private timer: NodeJS.Timeout | undefined;
  private found: boolean | null = null;

  /** The result of the last check. `null`: no server answered, or none was asked. */
  get isSynced(): boolean | null {
    return this.found;
  }

  /** Ends with `signal`. */
  start(monitorUrls: readonly string[], signal: AbortSignal): void {
    const look = async (): Promise<void> => {
      this.found = await syncedServers(monitorUrls);
    };
    void look();
    this.timer = setInterval(() => void look(), SYNC_LOOK_INTERVAL_MS);
    this.timer.unref();
    signal.addEventListener('abort', () => clearInterval(this.timer), { once: true });
  }
}
