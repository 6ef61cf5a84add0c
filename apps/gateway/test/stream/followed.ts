/** The state of a client that follows channels, built from snapshots and updates as docs/protocol/streams.md says. */
import type { ChannelMessage } from './stream-client';

interface Level {
  readonly price: number;
  readonly size: number;
  readonly orders: number;
}
// The messages were checked against their schemas when they came. Here they are read by channel.
type Loose = any; // oxlint-disable-line typescript/no-explicit-any

export class FollowedBook {
  private readonly sides = { bids: new Map<number, Level>(), asks: new Map<number, Level>() };
  status = '';
  lastPrice: number | null = null;

  take({ type, data }: { readonly type: string; readonly data: Loose }): void {
    for (const side of ['bids', 'asks'] as const) {
      if (type === 'snapshot') this.sides[side].clear();
      for (const level of data.yes[side]) {
        if (level.size === 0) this.sides[side].delete(level.price);
        else this.sides[side].set(level.price, level);
      }
    }
    this.status = data.status ?? this.status;
    if (data.last_price !== undefined) this.lastPrice = data.last_price;
  }

  /** As HTTP shows it. */
  get yes() {
    const sorted = (side: 'bids' | 'asks', direction: number) =>
      [...this.sides[side].values()].toSorted((a, b) => direction * (a.price - b.price));
    return { bids: sorted('bids', -1), asks: sorted('asks', 1) };
  }
}

export class FollowedTrades {
  private readonly byId = new Map<number, Loose>();

  take({ data }: { readonly data: Loose }): void {
    for (const trade of data.trades ?? []) this.byId.set(trade.trade_id, trade);
  }

  /** Newest first, as HTTP shows them. */
  get list(): Loose[] {
    return [...this.byId.values()].toSorted((a, b) => b.trade_id - a.trade_id);
  }
}

export class FollowedUser {
  balance: Loose;
  readonly positions = new Map<string, Loose>();
  readonly orders = new Map<number, Loose>();

  take({ type, data }: { readonly type: string; readonly data: Loose }): void {
    if (type === 'snapshot') {
      this.positions.clear();
      this.orders.clear();
    }
    this.balance = data.balance ?? this.balance;
    for (const position of data.positions ?? []) this.positions.set(position.market_id, position);
    for (const order of data.orders ?? []) {
      this.orders.set(order.order_id, { ...this.orders.get(order.order_id), ...order });
    }
  }

  /** The orders that are open, and how far they are filled. */
  get open(): { order_id: number; filled: number }[] {
    const isOpen = ({ status, filled, size }: Loose) => status !== 'cancelled' && filled < size;
    return [...this.orders.values()]
      .filter(isOpen)
      .map(({ order_id, filled }) => ({ order_id, filled }));
  }
}

/** A book, its trades, and a user, over as many connections as it takes. */
export class Followed {
  readonly book = new FollowedBook();
  readonly trades = new FollowedTrades();
  readonly user = new FollowedUser();

  readonly take = (message: ChannelMessage): void => {
    if (message.channel.startsWith('book:')) this.book.take(message);
    else if (message.channel.startsWith('trades:')) this.trades.take(message);
    else if (message.channel.startsWith('user:')) this.user.take(message);
  };
}
