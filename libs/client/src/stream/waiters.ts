/** Callers that wait for a condition which messages of a stream bring about. */
interface Waiter {
  readonly isMet: () => boolean;
  /** The condition in words, in the past tense. */
  readonly what: string;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export class Waiters {
  private readonly waiting = new Set<Waiter>();

  /**
   * @returns when the condition has become true
   * @throws the signal's reason, or that of `fail`
   */
  async until(isMet: () => boolean, what: string, signal: AbortSignal | undefined): Promise<void> {
    let aborted = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const waiter = { isMet, what, resolve, reject };
        this.waiting.add(waiter);
        aborted = () => {
          this.waiting.delete(waiter);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', aborted, { once: true });
      });
    } finally {
      signal?.removeEventListener('abort', aborted);
    }
  }

  /** Something has changed: resolves those whose condition is true now. */
  look(): void {
    for (const waiter of this.waiting) {
      if (!waiter.isMet()) continue;
      this.waiting.delete(waiter);
      waiter.resolve();
    }
  }

  /** Nothing will change any more. */
  fail(reasonOf: (what: string) => unknown): void {
    for (const { what, reject } of this.waiting) reject(reasonOf(what));
    this.waiting.clear();
  }
}
