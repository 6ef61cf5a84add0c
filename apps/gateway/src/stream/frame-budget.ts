/** What the updates of all channels together may take in memory, so that those who resume find them made. */
export class FrameBudget {
  private spent = 0;

  constructor(private readonly maxBytes: number) {}

  /** Negative where it is given back. */
  spend(bytes: number): void {
    this.spent += bytes;
  }

  /** What is kept now must be made anew from the events that are kept, where it is asked for. */
  get isSpent(): boolean {
    return this.spent > this.maxBytes;
  }
}
