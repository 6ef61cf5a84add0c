/** Where the scan of a chain is, as this process knows it: for operators, and for who compares balances with it. */
export class ScanPlace {
  private scanned: number | null = null;
  private finalized = 0;
  private finalizedSeenMs: number | null = null;
  private levelMs: number | null = null;

  /** The last slot that is in the tables; null while another process has the scan. */
  get slot(): number | null {
    return this.scanned;
  }

  /** The chain's finality was seen at a slot. */
  sawFinalized(slot: number, nowMs: number): void {
    if (slot <= this.finalized && this.finalizedSeenMs !== null) return;
    this.finalized = slot;
    this.finalizedSeenMs = nowMs;
  }

  /** Everything up to `slot` is in the tables; `isLevel` where the chain had no more. */
  reached(slot: number, isLevel: boolean, nowMs: number): void {
    this.scanned = slot;
    if (isLevel || this.levelMs === null) this.levelMs = nowMs;
  }

  /** Another process has the scan. */
  standBy(): void {
    this.scanned = null;
    this.levelMs = null;
  }

  lagSlots(): number | null {
    return this.scanned === null ? null : Math.max(0, this.finalized - this.scanned);
  }

  /** It grows while the scan catches up, and while it cannot be made. */
  lagSeconds(nowMs: number): number | null {
    return this.levelMs === null ? null : (nowMs - this.levelMs) / 1_000;
  }

  idleSeconds(nowMs: number): number | null {
    return this.finalizedSeenMs === null ? null : (nowMs - this.finalizedSeenMs) / 1_000;
  }
}
