/** Users who trade against a maker's quotes at random, through the death of any part. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Trader } from '@bellwether/client';
import type { Random } from '@bellwether/seeded-random';

/** Below the 40 orders a second that a user may send. */
const PAUSE_MS = 100;
/** Contracts of a taker's order: often less than a quote, sometimes all of it and more. */
const MAX_SIZE = 30;

export class Takers {
  filled = 0;
  /** The last command that took something. */
  lastSeq = 0;
  private isPaused = false;
  private isStopping = false;
  private atWork = 0;

  constructor(
    private readonly traders: readonly Trader[],
    private readonly marketIds: readonly string[],
    private readonly random: Random,
  ) {}

  /** @throws what ended the trading of one of them; else what ended the work */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const trading = Promise.all(this.traders.map((trader) => this.trade(trader)));
    const [result] = await Promise.all([
      Promise.race([work(), trading.then(() => new Promise<never>(() => undefined))]).finally(
        () => {
          this.isStopping = true;
        },
      ),
      trading,
    ]);
    return result;
  }

  /** While nobody takes, and nothing of theirs is on its way. */
  async whileQuiet<T>(work: () => Promise<T>): Promise<T> {
    this.isPaused = true;
    try {
      while (this.atWork > 0) await sleep(10);
      return await work();
    } finally {
      this.isPaused = false;
    }
  }

  private async trade(trader: Trader): Promise<void> {
    while (!this.isStopping) {
      await sleep(PAUSE_MS);
      if (this.isPaused) continue;
      this.atWork++;
      try {
        const { answer } = await trader.placeOrder(this.draw());
        this.filled += answer.filled;
        if (answer.filled > 0) this.lastSeq = Math.max(this.lastSeq, answer.seq);
      } finally {
        this.atWork--;
      }
    }
  }

  private draw() {
    const { random } = this;
    const outcome = random.pick(['yes', 'no'] as const);
    return {
      market_id: random.pick(this.marketIds),
      side: 'buy',
      outcome,
      // Whatever the quote is: half of these take.
      price: random.pick([9_900, 5_000]),
      size: random.between(1, MAX_SIZE),
      order_type: 'ioc',
    } as const;
  }
}
