import { setTimeout as sleep } from 'node:timers/promises';
import type { BuilderClient, RetryPolicy } from '@bellwether/client';
import { submitted } from './answers';
import type { Submitted } from './answers';
import type { Builder } from './builder';
import type { Exchange } from './exchange';

/** Below the 40 orders a second that a user may send. */
export const PAUSE_MS = 40;
/** Through the death of a part: as long as that may take, and often, so that its return is seen at once. */
export const LOAD_RETRY: Partial<RetryPolicy> = {
  deadlineMs: 180_000,
  maxAttempts: 10_000,
  firstPauseMs: 100,
  longestPauseMs: 200,
};

/** An order that was answered. */
export interface Answered {
  readonly user: string;
  readonly nonce: number;
  readonly answer: Submitted;
}

/**
 * Users who trade with each other until they are told to stop, each with one order at a time under a rising nonce. An
 * order without an answer is sent again, the same, until there is one: the SDK does that.
 */
export class TradingLoad {
  readonly answered: Answered[] = [];
  /** Tries that got no answer, or a 5xx: the proof that a fault was felt. */
  failedTries = 0;
  private readonly client: BuilderClient;
  private readonly marketId: string;
  private readonly lives: readonly Promise<void>[];
  private isStopping = false;

  constructor(
    parties: {
      readonly exchange: Exchange;
      readonly builder: Builder;
      /** In place of the global one. */
      readonly fetch?: typeof fetch;
    },
    marketId: string,
    users: readonly string[],
  ) {
    const { exchange, builder, ...connection } = parties;
    this.client = exchange.builder(builder.credentials, { retry: LOAD_RETRY, ...connection });
    this.marketId = marketId;
    this.lives = users.map((user, index) => this.trade(user, index % 2 === 0 ? 'yes' : 'no'));
  }

  /** @returns when every order that was begun has its answer */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.lives);
  }

  private async trade(user: string, outcome: 'yes' | 'no'): Promise<void> {
    for (let count = 1; !this.isStopping; count++) {
      const { answer, attempts } = await this.client.submitOrder(user, {
        market_id: this.marketId,
        side: 'buy',
        outcome,
        price: 5_000,
        size: 1 + (count % 3),
        order_type: 'gtc',
      });
      this.failedTries += attempts - 1;
      this.answered.push({ user, nonce: answer.nonce, answer: submitted.parse(answer) });
      await sleep(PAUSE_MS);
    }
  }
}
