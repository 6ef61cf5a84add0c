/**
 * A user's orders: open and lately finished ones are the engine's to tell, older ones history's. Where history may
 * be behind, it says so (503) instead of denying what happened.
 */
import type { OrdersQuery } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { OrderView } from '@bellwether/exchange';
import type { NonceOutcome, OrderHistory } from '@bellwether/persistence';
import type { Catalogue } from '../catalogue/catalogue';
import type { EngineReader } from '../live/shared-queries';

export interface OrdersList {
  readonly orders: readonly OrderView[];
  /** Placing seq to go on after; null where nothing follows. */
  readonly lastKey: number | null;
}

export interface UserOrdersParts {
  readonly engine: EngineReader;
  readonly history: Pick<OrderHistory, 'byId' | 'byNonce' | 'ofUser'>;
  readonly catalogue: Pick<Catalogue, 'market'>;
}

export class UserOrders {
  constructor(private readonly parts: UserOrdersParts) {}

  /**
   * Newest placed first. `status=open` is live; every other list is history's.
   * @throws CodedError MARKET_NOT_FOUND where the list is empty for want of such a market, HISTORY_UNAVAILABLE
   */
  async list(user: Uint8Array, query: OrdersQuery): Promise<OrdersList> {
    const { status, marketId } = query.filter;
    const list = await (status === 'open' ? this.open(user, query) : this.past(user, query));
    if (list.orders.length > 0 || marketId === undefined) return list;
    await this.parts.catalogue.market(marketId);
    return list;
  }

  /** @throws CodedError ORDER_NOT_FOUND, HISTORY_UNAVAILABLE */
  async byId(user: Uint8Array, orderId: number): Promise<OrderView> {
    const { view } = await this.parts.engine.query('order', { user, orderId });
    const order = view ?? (await this.parts.history.byId(user, orderId));
    if (order === null) throw new CodedError('ORDER_NOT_FOUND', { order_id: orderId });
    return order;
  }

  /**
   * What became of an order nonce. A user's nonces rise, each that was used left an event, and history keeps their
   * order: once it has the last nonce used, it has all below it. Its cursor would not do: it rests at the last event,
   * behind commands that left none.
   * @throws CodedError ORDER_NOT_FOUND where nothing ever did, HISTORY_UNAVAILABLE where history cannot tell yet
   */
  async byNonce(user: Uint8Array, nonce: number): Promise<NonceOutcome> {
    const known = await this.parts.engine.query('nonces', { user });
    const outcome = await this.parts.history.byNonce(user, nonce);
    if (outcome !== null) return outcome;
    const details = { nonce, last_nonce: known.view.order };
    // Above the last one used: it never happened, whatever history has still to take in.
    if (nonce > known.view.order) throw new CodedError('ORDER_NOT_FOUND', details);
    const last = await this.parts.history.byNonce(user, known.view.order);
    if (last === null) throw new CodedError('HISTORY_UNAVAILABLE', details);
    // It may have come in between the two readings, with the last one.
    const lately = await this.parts.history.byNonce(user, nonce);
    if (lately !== null) return lately;
    throw new CodedError('ORDER_NOT_FOUND', details);
  }

  private async open(user: Uint8Array, { filter, page }: OrdersQuery): Promise<OrdersList> {
    const { view } = await this.parts.engine.query('orders', {
      user,
      limit: page.limit,
      ...(filter.marketId === undefined ? {} : { marketId: filter.marketId }),
      ...(page.before === undefined ? {} : { before: page.before }),
    });
    return { orders: view.orders, lastKey: view.next };
  }

  private async past(user: Uint8Array, { filter, page }: OrdersQuery): Promise<OrdersList> {
    const { items, hasMore } = await this.parts.history.ofUser(user, filter, page);
    return { orders: items, lastKey: hasMore ? (items.at(-1)?.seq ?? null) : null };
  }
}
