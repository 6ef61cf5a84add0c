import {
  AVAILABLE,
  DELEGATED_TO,
  GAS_DEBT,
  LOCKED,
  WITHDRAWING_AMOUNT,
} from '../accounts/account-table';
import { HELD, HELD_LOCKED } from '../accounts/position-table';
import { NONCE_KINDS } from '../command';
import type { NonceKind } from '../command';
import { ACCOUNT, MARKET, SEQ } from '../orders/order-pool';
import { NO, YES } from '../orders/order-word';
import type { OrderView } from '../reply';
import { finishedOrderView, openOrderView } from '../replies/order-view';
import type { ExchangeState } from '../state';
import type { BalanceView, HeldPosition, NoncesView, PositionView, TradingKeyView } from '../views';

/** Selects a user's open orders: newest first, `before` an exclusive `seq` of placement. */
export interface OpenOrdersQuery {
  readonly marketId?: Uint8Array;
  readonly limit: number;
  readonly before?: number;
}

/** Cost: O(1). An unknown user has zeros. */
export function balanceView(state: ExchangeState, user: Uint8Array): BalanceView {
  const { accountTable } = state;
  const account = accountTable.find(user);
  const word = (field: number) => (account === 0 ? 0 : accountTable.word(account, field));
  const available = word(AVAILABLE);
  const locked = word(LOCKED);
  return {
    available,
    locked,
    total: available + locked,
    withdrawing: word(WITHDRAWING_AMOUNT),
    gasDebt: word(GAS_DEBT),
    staked: state.stakes.of(account),
  };
}

/** Cost: O(1). An unknown user or market has zeros. */
export function positionView(
  state: ExchangeState,
  user: Uint8Array,
  marketId: Uint8Array,
): PositionView {
  const account = state.accountTable.find(user);
  const market = state.markets.find(marketId);
  const position = account === 0 || market === 0 ? 0 : state.positions.find(account, market);
  return recordView(state, position);
}

/**
 * The user's positions by market, newest first, at most `limit`. Cost: O(markets), one hash look-up each; no rule
 * needs this list, so no index is maintained for it.
 */
export function heldPositionViews(
  state: ExchangeState,
  user: Uint8Array,
  limit: number,
): HeldPosition[] {
  const account = state.accountTable.find(user);
  const views: HeldPosition[] = [];
  if (account === 0) return views;
  for (const market of newestMarkets(state)) {
    if (views.length >= limit) break;
    const position = state.positions.find(account, market);
    if (position === 0) continue;
    const view = recordView(state, position);
    if (view.yes + view.no > 0) views.push({ marketId: state.markets.idOf(market), ...view });
  }
  return views;
}

function* newestMarkets({ catalogue }: ExchangeState): Generator<number> {
  for (const event of catalogue.newestFirst()) yield* catalogue.marketsOf(event).toReversed();
}

function recordView({ positions }: ExchangeState, position: number): PositionView {
  const word = (field: number) => (position === 0 ? 0 : positions.words[(position << 3) + field]!);
  return {
    yes: word(HELD + YES),
    no: word(HELD + NO),
    yesLocked: word(HELD_LOCKED + YES),
    noLocked: word(HELD_LOCKED + NO),
  };
}

/** The highest nonce used of each kind. Cost: O(1). */
export function noncesView(state: ExchangeState, user: Uint8Array): NoncesView {
  const account = state.accountTable.find(user);
  const last = (kind: NonceKind) => state.outcomes.lastNonce(account, NONCE_KINDS.indexOf(kind));
  return {
    order: last('order'),
    cancel_all: last('cancel_all'),
    withdraw: last('withdraw'),
    recover: last('recover'),
    cancel_after: state.cancelAfters.lastOf(account)?.nonce ?? 0,
    trading_key: state.tradingKeys.lastNonce(account),
  };
}

/** Those that may trade, newest first, then those that ended and are remembered, latest first. At most 32. */
export function tradingKeyViews(state: ExchangeState, user: Uint8Array): TradingKeyView[] {
  const account = state.accountTable.find(user);
  const { tradingKeys } = state;
  const keys = [
    ...tradingKeys.activeOf(account).toReversed(),
    ...tradingKeys.endedOf(account).toReversed(),
  ];
  return keys.map((one) => ({
    tradingKey: one.key,
    until: one.until,
    atMost: one.atMost,
    priceBand: one.priceBand,
    redeem: one.redeem,
    used: one.end === null ? state.budgets.usedOf(one) : null,
    nonce: one.nonce,
    allowedSeq: one.seq,
    allowedMs: one.timestampMs,
    ended: one.end && {
      reason: one.end.reason,
      endedSeq: one.end.seq,
      endedMs: one.end.timestampMs,
    },
  }));
}

/** The user's limit on open orders: set by an operator, or the default. Cost: O(1). */
export function maxOpenOrdersOf(state: ExchangeState, user: Uint8Array): number {
  return state.accountTable.maxOpenOrders(state.accountTable.find(user));
}

/** Cost: O(1). */
export function delegatedTo(state: ExchangeState, user: Uint8Array): string | null {
  const account = state.accountTable.find(user);
  if (account === 0) return null;
  return state.delegations.builderIdOf(state.accountTable.int(account, DELEGATED_TO));
}

/** Cost: O(the user's open orders newer than the last one returned). */
export function openOrderViews(
  state: ExchangeState,
  user: Uint8Array,
  query: OpenOrdersQuery,
): OrderView[] {
  const account = state.accountTable.find(user);
  const only = query.marketId === undefined ? 0 : state.markets.find(query.marketId);
  if (account === 0 || (query.marketId !== undefined && only === 0)) return [];
  const { openOrders } = state.accounts;
  const { orders } = state;
  const before = query.before ?? Infinity;
  const views: OrderView[] = [];
  for (
    let order = openOrders.last(account);
    order !== 0 && views.length < query.limit;
    order = openOrders.previous(order)
  ) {
    if (orders.word(order, SEQ) >= before) continue;
    if (only !== 0 && orders.int(order, MARKET) !== only) continue;
    views.push(openOrderView(state, order));
  }
  return views;
}

export function isOpenOrderOf(state: ExchangeState, user: Uint8Array, orderId: number): boolean {
  const order = state.orders.find(orderId);
  return order !== 0 && state.accountTable.isOf(state.orders.int(order, ACCOUNT), user);
}

/** Whether a cancel-all of that market, or of any, would cancel an order now. Cost: O(the user's open orders). */
export function hasOrdersToCancel(
  { mode, accountTable, accounts, markets, orders }: ExchangeState,
  user: Uint8Array,
  marketId: Uint8Array | null,
): boolean {
  const { openOrders } = accounts;
  const account = accountTable.find(user);
  const only = marketId === null ? 0 : markets.find(marketId);
  if (account === 0 || mode === 'halted') return false;
  for (let order = openOrders.first(account); order !== 0; order = openOrders.next(order)) {
    const market = orders.int(order, MARKET);
    if ((marketId === null || market === only) && !markets.isFrozen(market)) return true;
  }
  return false;
}

/** The user's order, if it is open, or ended and still remembered. Cost: O(1). */
export function orderOf(state: ExchangeState, user: Uint8Array, orderId: number): OrderView | null {
  const order = state.orders.find(orderId);
  if (order !== 0) {
    const account = state.orders.int(order, ACCOUNT);
    return state.accountTable.isOf(account, user) ? openOrderView(state, order) : null;
  }
  const finished = state.finished.find(orderId);
  if (finished === null || !state.accountTable.isOf(finished.account, user)) return null;
  return finishedOrderView(state, finished);
}
