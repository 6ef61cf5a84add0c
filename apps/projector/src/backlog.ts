/**
 * Events that were read and are not in history yet, in order. The reader adds to it, and waits while it is full; the
 * writer takes a transaction of it. So one message is decoded while PostgreSQL works on another.
 */
import type { StreamedBatch } from '@bellwether/bus';

export class Backlog {
  private readonly batches: StreamedBatch[] = [];
  private held = 0;
  private ended = false;
  private readonly waiting = new Set<() => void>();

  /** @param maxEvents from which on the reader waits */
  constructor(private readonly maxEvents: number) {}

  /** Events that wait. */
  get events(): number {
    return this.held;
  }

  /** The last ones are in: no more will come. */
  get isEnded(): boolean {
    return this.ended;
  }

  /** Resolves when there is room for more, or `signal` is aborted. */
  add(batches: readonly StreamedBatch[], signal: AbortSignal): Promise<void> {
    for (const batch of batches) {
      this.batches.push(batch);
      this.held += batch.batch.events.length;
    }
    this.notify();
    return this.when(() => this.held < this.maxEvents, signal);
  }

  end(): void {
    this.ended = true;
    this.notify();
  }

  /** Resolves when so many events wait, no more will come, the time is over, or `signal` is aborted. */
  whenHolds(events: number, signal: AbortSignal, timeoutMs?: number): Promise<void> {
    return this.when(() => this.held >= events || this.ended, signal, timeoutMs);
  }

  /** The first batches, as many as have at most `maxEvents` together, at least one if there is one. They stay. */
  first(maxEvents: number): readonly StreamedBatch[] {
    let events = 0;
    const isTooMuch = ({ batch }: StreamedBatch, at: number): boolean => {
      events += batch.events.length;
      return at > 0 && events > maxEvents;
    };
    const end = this.batches.findIndex(isTooMuch);
    return this.batches.slice(0, end === -1 ? undefined : end);
  }

  /** They are in history. */
  remove(batches: readonly StreamedBatch[]): void {
    this.batches.splice(0, batches.length);
    for (const { batch } of batches) this.held -= batch.events.length;
    this.notify();
  }

  private notify(): void {
    for (const look of this.waiting) look();
  }

  private async when(isSo: () => boolean, signal: AbortSignal, timeoutMs?: number): Promise<void> {
    if (isSo() || signal.aborted || (timeoutMs !== undefined && timeoutMs <= 0)) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (isSo()) end();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
      signal.addEventListener('abort', end);
      this.waiting.add(look);
    });
  }
}
