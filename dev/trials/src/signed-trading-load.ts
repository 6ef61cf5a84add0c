import { setTimeout as sleep } from 'node:timers/promises';
import { BellwetherError, KeyPair, Trader } from '@bellwether/client';
import type { OrderRequest } from '@bellwether/client';
import { book, promised, submitted } from '../../e2e/src/answers';
import type { Exchange } from '../../e2e/src/exchange';
import { knowTrader } from '../../e2e/src/known-owners';
import { LOAD_FUNDS, LOAD_RETRY, Load, PAUSE_MS } from '../../e2e/src/load';
import { credit } from '../../e2e/src/scenario';

/** A user with test money who signs with their own key and uses only the gateway. */
export async function fundedTrader(
  exchange: Exchange,
  connection: { readonly fetch?: typeof fetch } = {},
): Promise<Trader> {
  const { gateway_url: gatewayUrl, network } = exchange.file;
  const key = KeyPair.random();
  const trader = new Trader({ gatewayUrl, network, key, retry: LOAD_RETRY, ...connection });
  knowTrader(trader);
  await credit(exchange, trader.user, LOAD_FUNDS);
  return trader;
}

/** Traders who each place an order, read the book and cancel the order again, in turn. */
export class SignedTradingLoad extends Load<Trader> {
  cancelled = 0;

  constructor(
    private readonly marketId: string,
    traders: readonly Trader[],
  ) {
    super(traders);
  }

  protected async trade(trader: Trader, outcome: OrderRequest['outcome']): Promise<void> {
    const { marketId: market_id } = this;
    // Below the price of the builders' users, so that it stays open until it is cancelled.
    const terms = { market_id, side: 'buy', outcome, price: 1_000, order_type: 'gtc' } as const;
    for (let count = 1; !this.isStopping; count++) {
      const { answer } = await trader.placeOrder({ ...terms, size: 10 + (count % 3) });
      this.answered.push({
        user: trader.user,
        nonce: answer.nonce,
        answer: promised(submitted, answer),
      });
      promised(book, await trader.gateway.book(market_id));
      await this.cancel(trader, answer.order_id);
      await sleep(PAUSE_MS);
    }
  }

  /** A cancel whose answer was lost is sent again, and may find that it was executed. */
  private async cancel(trader: Trader, order_id: number): Promise<void> {
    try {
      await trader.cancelOrder({ market_id: this.marketId, order_id });
    } catch (error) {
      const isDone = error instanceof BellwetherError && error.is('ORDER_NOT_OPEN');
      if (!isDone || error.finalOrder?.status !== 'cancelled') throw error;
    }
    this.cancelled++;
  }
}
