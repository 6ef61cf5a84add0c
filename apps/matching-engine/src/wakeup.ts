/** One waits; whoever has something for it rings. A ring while nobody waits is lost: who waits looks first. */
export class Wakeup {
  private wake: () => void = () => {};

  ring(): void {
    this.wake();
  }

  /** Resolves at the next ring, or after `ms`. */
  async wait(ms: number): Promise<void> {
    const alarm = setTimeout(() => this.wake(), ms);
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    clearTimeout(alarm);
  }
}
