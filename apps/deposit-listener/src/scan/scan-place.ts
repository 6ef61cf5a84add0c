/** The position of a chain's scan, as this process knows it: for operators, and for balance comparisons. */
export class ScanPlace {
  private scanned: number | null = null;
  private finalized = 0;
  private finalizedSeenMs: number | null = null;
  private levelMs: number | null = null;

  /** The last written slot; null while another process scans. */
  get slot(): number | null {
    return this.scanned;
  }

  /** Reports the slot of the chain's finality. */
  sawFinalized(slot: number, nowMs: number): void {
    if (slot <= this.finalized && this.finalizedSeenMs !== null) return;
    this.finalized = slot;
    this.finalizedSeenMs = nowMs;
  }

  /** Reports that everything up to `slot` is written; `isLevel`: the chain had no more. */
  reached(slot: number, isLevel: boolean, nowMs: number): void {
    this.scanned = slot;
    if (isLevel || this.levelMs === null) this.levelMs = nowMs;
  }

  /** Another process scans. */
  standBy(): void {
    this.scanned = null;
    this.levelMs = null;
  }

  lagSlots(): number | null {
    return this.scanned === null ? null : Math.max(0, this.finalized - this.scanned);
  }

  /** It grows while the scan catches up, and while it cannot run. */
  lagSeconds(nowMs: number): number | null {
    return this.levelMs === null ? null : (nowMs - this.levelMs) / 1_000;
  }

  idleSeconds(nowMs: number): number | null {
    return this.finalizedSeenMs === null ? null : (nowMs - this.finalizedSeenMs) / 1_000;
  }
}
