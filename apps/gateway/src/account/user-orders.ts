/**
 * A user's orders. Open and recently finished ones come from the engine, older ones from history. If history may be
 * behind, the answer says so (503) instead of denying that an order exists.
 */
import type { OrderNonceOutcome, OrdersQuery } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { OrderView } from '@bellwether/exchange';
import type { OrderHistory } from '@bellwether/persistence';
import type { Catalogue } from '../catalogue/catalogue';
import type { EngineReader } from '../live/shared-queries';

export interface OrdersList {
  readonly orders: readonly OrderView[];
  /** The placement seq to continue after. Null: there is nothing more. */
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
   * Newest first. `status=open` is live; every other list comes from history.
   * @throws CodedError MARKET_NOT_FOUND if the list is empty because there is no such market, HISTORY_UNAVAILABLE
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
   * The result of an order nonce: from history, or from the engine while history does not have it yet. A user's nonces
   * rise, each used one left an event, and history stores events in order. So once history has the last used nonce, it
   * has all lower ones. History's cursor does not show that: it stops at the last event, and later commands may have
   * left none.
   *
   * @throws CodedError ORDER_NOT_FOUND if the nonce was never used, HISTORY_UNAVAILABLE if history does not know yet
   */
  async byNonce(
    user: Uint8Array,
    nonce: number,
  ): Promise<OrderNonceOutcome & { readonly clientId: Uint8Array | null }> {
    const known = await this.parts.engine.query('nonces', { user });
    const [outcome, { view: remembered }] = await Promise.all([
      this.parts.history.byNonce(user, nonce),
      this.parts.engine.query('nonce_outcome', { user, nonce }),
    ]);
    // History does not keep it.
    const clientId = remembered?.clientId ?? null;
    if (outcome !== null) return { ...outcome, clientId };
    const details = { nonce, last_nonce: known.view.order };
    // Above the last used nonce: it never happened, whatever history still has to read.
    if (nonce > known.view.order) throw new CodedError('ORDER_NOT_FOUND', details);
    if (remembered !== null) return { ...remembered, clientId };
    const last = await this.parts.history.byNonce(user, known.view.order);
    if (last === null) throw new CodedError('HISTORY_UNAVAILABLE', details);
    // It may have arrived between the two reads, together with the last one.
    const lately = await this.parts.history.byNonce(user, nonce);
    if (lately !== null) return { ...lately, clientId };
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
