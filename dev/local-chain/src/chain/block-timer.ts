import type { BlockPace } from './chain-options';
import { IDLE_SLOTS } from './limits';

/**
 * Says when a chain that runs opens its next block: each slot, or at `on_demand` each slot while there is something to
 * make final, and seldom otherwise.
 */
export class BlockTimer {
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;
  private stalledUntilMs = 0;

  constructor(
    private readonly options: {
      readonly pace: BlockPace;
      readonly slotMs: number;
      readonly isWanted: () => boolean;
      readonly openBlock: () => void;
    },
  ) {}

  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.wait();
  }

  stop(): void {
    this.isRunning = false;
    clearTimeout(this.timer);
  }

  /** There is something to make final: an idle chain does not wait for its seldom block. */
  wake(): void {
    if (!this.isRunning || this.options.pace === 'always') return;
    clearTimeout(this.timer);
    this.wait();
  }

  /** Opens no block for a while. */
  stall(durationMs: number): void {
    this.stalledUntilMs = performance.now() + durationMs;
  }

  private wait(): void {
    const { pace, slotMs, isWanted, openBlock } = this.options;
    const slots = pace === 'always' || isWanted() ? 1 : IDLE_SLOTS;
    this.timer = setTimeout(() => {
      if (performance.now() >= this.stalledUntilMs) openBlock();
      if (this.isRunning) this.wait();
    }, slots * slotMs);
  }
}
