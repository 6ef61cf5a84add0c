/** Follows a maker's own orders by a stream of the observer's, and looks after each command whether two could meet. */
import type { LiveUser, Order } from '@bellwether/client';

const isBid = ({ side, outcome }: Order): boolean => (side === 'buy') === (outcome === 'yes');
const yesPrice = ({ outcome, price }: Order): number =>
  outcome === 'yes' ? price : 10_000 - price;

/** @returns the markets in which a bid of these orders reaches an ask of them */
export function crossedMarkets(orders: readonly Order[]): readonly string[] {
  const bids = new Map<string, number>();
  const asks = new Map<string, number>();
  for (const order of orders) {
    const { market_id: market } = order;
    const price = yesPrice(order);
    if (isBid(order)) bids.set(market, Math.max(price, bids.get(market) ?? 0));
    else asks.set(market, Math.min(price, asks.get(market) ?? 10_000));
  }
  return [...bids].filter(([market, bid]) => bid >= (asks.get(market) ?? 10_000)).map(([m]) => m);
}

export class OwnQuotes {
  looks = 0;
  readonly crossed: string[] = [];

  constructor(account: LiveUser) {
    const look = (): void => {
      this.looks++;
      for (const market of crossedMarkets(account.openOrders)) {
        this.crossed.push(`${market} as of ${account.seq}`);
      }
    };
    account.on('update', look);
    account.on('snapshot', look);
  }
}
