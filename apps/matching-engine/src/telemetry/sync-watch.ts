/**
 * Looks again and again whether the journal's servers sync before they acknowledge. At start the engine insists on it; a
 * server that comes back later with another configuration is for a person to see, as stopping would help nobody.
 */
import { syncedServers } from '@bellwether/bus';
import { SYNC_LOOK_INTERVAL_MS } from '../limits';

export class SyncWatch {
  private timer: NodeJS.Timeout | undefined;
  private found: boolean | null = null;

  /** What the last look found; `null`: no server told, or none was asked. */
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
