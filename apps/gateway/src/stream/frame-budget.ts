/** The memory for the updates of all channels together, which are stored for clients that resume. */
export class FrameBudget {
  private spent = 0;

  constructor(private readonly maxBytes: number) {}

  /** Negative: memory is released. */
  spend(bytes: number): void {
    this.spent += bytes;
  }

  /** Frames must be made again from the stored events when they are requested. */
  get isSpent(): boolean {
    return this.spent > this.maxBytes;
  }
}
