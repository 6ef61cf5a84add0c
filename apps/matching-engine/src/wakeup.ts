/** One task waits and others wake it. A ring is lost if nothing waits, so the waiter checks for work first. */
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
