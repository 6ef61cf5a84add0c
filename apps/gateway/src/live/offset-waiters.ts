import { compareOffsets } from '@bellwether/bus';
import type { EventOffset } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';

interface Waiter {
  readonly offset: EventOffset;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  readonly alarm: NodeJS.Timeout;
}

/** Waits for the views to reach an offset. There is one wait for each engine query, however many readers share it. */
export class OffsetWaiters {
  private waiters: Waiter[] = [];

  constructor(private readonly timeoutMs: number) {}

  /** @throws CodedError ENGINE_UNAVAILABLE after the time-out */
  wait(offset: EventOffset): Promise<void> {
    return new Promise((resolve, reject) => {
      const alarm = setTimeout(() => {
        this.waiters = this.waiters.filter((waiter) => waiter.alarm !== alarm);
        const wanted = { waits_for_seq: offset.seq };
        const message = 'The live views are behind the engine.';
        reject(new CodedError('ENGINE_UNAVAILABLE', wanted, { message }));
      }, this.timeoutMs);
      this.waiters.push({ offset, resolve, reject, alarm });
    });
  }

  reached(offset: EventOffset): void {
    if (this.waiters.length === 0) return;
    const there = this.waiters.filter((waiter) => compareOffsets(waiter.offset, offset) <= 0);
    if (there.length === 0) return;
    this.waiters = this.waiters.filter((waiter) => compareOffsets(waiter.offset, offset) > 0);
    for (const { alarm, resolve } of there) {
      clearTimeout(alarm);
      resolve();
    }
  }

  close(): void {
    for (const { alarm, reject } of this.waiters) {
      clearTimeout(alarm);
      reject(new CodedError('ENGINE_UNAVAILABLE'));
    }
    this.waiters = [];
  }
}
