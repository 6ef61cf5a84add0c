/** Records when keys were used, and writes it at most once a minute, all keys together, outside of any request. */
import { toHex } from '@bellwether/codec';
import { LAST_USED_WRITE_INTERVAL_MS } from '../limits';

export interface KeyUse {
  readonly keyId: Uint8Array;
  readonly usedMs: number;
}

export interface LastUsedStore {
  touchKeys(uses: readonly KeyUse[]): Promise<void>;
}

export class LastUsed {
  /** Authenticated keys only, so it is bounded by the number of keys. */
  private pending = new Map<string, KeyUse>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly store: LastUsedStore,
    private readonly log: { warn(details: object, message: string): void },
  ) {
    this.timer = setInterval(() => void this.flush(), LAST_USED_WRITE_INTERVAL_MS);
    this.timer.unref();
  }

  note(keyId: Uint8Array, usedMs: number): void {
    this.pending.set(toHex(keyId), { keyId, usedMs });
  }

  /** Never fails: a lost record is written with the next use. */
  async flush(): Promise<void> {
    const uses = [...this.pending.values()];
    if (uses.length === 0) return;
    this.pending = new Map();
    try {
      await this.store.touchKeys(uses);
    } catch (error) {
      this.log.warn({ err: error, keys: uses.length }, 'last use of API keys was not written');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
