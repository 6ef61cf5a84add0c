/**
 * What a test sends to a chain itself must have a certain outcome, or nobody could say what is to be credited: a chain is
 * killed between two sends, and what a fork dropped is known by its signature.
 */
import type { ChainName } from './doubtful-nodes';

export class SendGate {
  private readonly underWay: Record<ChainName, Set<Promise<unknown>>> = {
    ext: new Set(),
    main: new Set(),
  };
  private readonly closed: Record<ChainName, Promise<void> | undefined> = {
    ext: undefined,
    main: undefined,
  };
  private readonly dropped = new Set<string>();

  /** Sends while the chain is well. */
  async send<T>(chain: ChainName, work: () => Promise<T>): Promise<T> {
    while (this.closed[chain] !== undefined) await this.closed[chain];
    const sending = work();
    const over = sending.catch(() => undefined).finally(() => this.underWay[chain].delete(over));
    this.underWay[chain].add(over);
    return sending;
  }

  /** Hurts the chain while nothing is being sent; `work` ends when it is well again. */
  async whileClosed(chain: ChainName, work: () => Promise<void>): Promise<void> {
    let open = (): void => undefined;
    this.closed[chain] = new Promise((resolve) => (open = resolve));
    try {
      await Promise.all(this.underWay[chain]);
      await work();
    } finally {
      this.closed[chain] = undefined;
      open();
    }
  }

  drop(signatures: readonly string[]): void {
    for (const signature of signatures) this.dropped.add(signature);
  }

  /** The transaction is not on the chain any more, and nobody sends it again. */
  isDropped(signature: string): boolean {
    return this.dropped.has(signature);
  }
}
