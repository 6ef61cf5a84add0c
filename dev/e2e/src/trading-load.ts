import { setTimeout as sleep } from 'node:timers/promises';
import type { BuilderClient } from '@bellwether/client';
import { promised, submitted } from './answers';
import type { Builder } from './builder';
import type { Exchange } from './exchange';
import { LOAD_FUNDS, LOAD_RETRY, Load, PAUSE_MS } from './load';
import { fundedUser } from './scenario';

/** So many users of a builder, with test money for as long as a load goes on. @returns their public keys */
export const fundedUsers = (
  exchange: Exchange,
  builder: Builder,
  count: number,
): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: count }, () => fundedUser(exchange, builder, LOAD_FUNDS)));

/**
 * Users who trade with each other, each with one order at a time under a rising nonce. An order without an answer is sent
 * again, the same, until there is one: the SDK does that.
 */
export class TradingLoad extends Load<string> {
  /** Tries that got no answer, or a 5xx: the proof that a fault was felt. */
  failedTries = 0;
  private readonly client: BuilderClient;

  constructor(
    parties: {
      readonly exchange: Exchange;
      readonly builder: Builder;
      /** In place of the global one. */
      readonly fetch?: typeof fetch;
    },
    private readonly marketId: string,
    users: readonly string[],
  ) {
    super(users);
    const { exchange, builder, ...connection } = parties;
    this.client = exchange.builder(builder.credentials, { retry: LOAD_RETRY, ...connection });
  }

  protected async trade(user: string, outcome: 'yes' | 'no'): Promise<void> {
    for (let count = 1; !this.isStopping; count++) {
      const { answer, attempts } = await this.client.submitOrder(user, {
        market_id: this.marketId,
        side: 'buy',
        outcome,
        price: 5_000,
        size: 2 + (count % 3),
        order_type: 'gtc',
      });
      this.failedTries += attempts - 1;
      this.answered.push({ user, nonce: answer.nonce, answer: promised(submitted, answer) });
      await sleep(PAUSE_MS);
    }
  }
}
