/** Answers queries from the exchange's state after the last applied command. */
import { MAX_ACCOUNT_ORDERS, MAX_ACCOUNT_POSITIONS, MAX_QUERY_ANSWER_BYTES } from '@bellwether/bus';
import type {
  AccountView,
  EngineQueryRequest,
  EngineQuery,
  EventOffset,
  EventsPage,
  LevelsView,
  OpenCase,
  OpenCasesPage,
  OrdersPage,
  ResultOf,
} from '@bellwether/bus';
import { MAX_PRICE_BPS } from '@bellwether/exchange';
import type { CaseView, EventView, Exchange, ExchangeStatusView } from '@bellwether/exchange';
import { flatten } from '@bellwether/market-data';
import type { UserLimits } from '../verify/user-limits';
import {
  MAX_JSON_BYTES_OF_CASE,
  MAX_JSON_BYTES_OF_ENDING,
  MAX_JSON_BYTES_OF_FIELDS,
  MAX_JSON_BYTES_PER_UNIT,
} from '../limits';

type ParamsOf<Q extends EngineQuery> = Extract<EngineQueryRequest, { what: Q }>['params'];

/** The engine's own state, beside the exchange's. */
export interface EngineNow {
  readonly eventOffset: EventOffset;
  /** False while a new leader catches up: only cancels are taken. */
  readonly takesOrders: boolean;
  /** Absent: users may send as often as they like. */
  readonly userLimits?: Pick<UserLimits, 'ratesOf'> | undefined;
  readonly clock: () => number;
  /** False while the journal's disk has no room for commands. Absent: it has. */
  readonly takesCommands?: boolean;
}

export function answerQuery(
  exchange: Exchange,
  query: EngineQueryRequest,
  now: EngineNow,
): ResultOf<EngineQuery> {
  const view = query.what === 'event_place' ? now.eventOffset : viewOf(exchange, query, now);
  return { seq: exchange.lastSeq, timestampMs: exchange.lastTimestampMs, view };
}

function viewOf(
  exchange: Exchange,
  { what, params }: Exclude<EngineQueryRequest, { what: 'event_place' }>,
  now: EngineNow,
): ResultOf<EngineQuery>['view'] {
  switch (what) {
    case 'balance':
      return exchange.balance(params.user);
    case 'position':
      return exchange.position(params.user, params.marketId);
    case 'account':
      return account(exchange, params);
    case 'nonces':
      return exchange.nonces(params.user);
    case 'limits':
      return {
        maxOpenOrders: exchange.maxOpenOrders(params.user),
        rates: now.userLimits?.ratesOf(params.user, now.clock()) ?? null,
      };
    case 'book':
      return exchange.book(params.marketId, params.depth);
    case 'levels':
      return levels(exchange, params);
    case 'orders':
      return ordersPage(exchange, params);
    case 'order':
      return exchange.order(params.user, params.orderId);
    case 'nonce_outcome':
      return exchange.nonceOutcome(params.user, params.nonce);
    case 'preview':
      return exchange.preview(params);
    case 'market_resolution':
      return exchange.marketResolution(params);
    case 'event_resolution':
      return exchange.eventResolution(params);
    case 'proposal':
      return exchange.proposal(params);
    case 'cases':
      return openCases(exchange, params);
    case 'resolution_rules':
      return exchange.resolutionRules();
    case 'sources':
      return exchange.sources();
    case 'events':
      return eventsPage(exchange, params);
    case 'event':
      return exchange.event(params.eventId);
    case 'market':
      return exchange.market(params.marketId);
    case 'fees':
      return exchange.feeSchedule();
    case 'status':
      return statusNow(exchange, now);
    case 'solvency':
      return exchange.solvency();
    case 'bookings':
      return exchange.bookings(params.users, params.withdrawalIds);
    case 'revenue':
      return exchange.revenue(params.keys);
    case 'funding':
      return exchange.funding(params.user);
    case 'withdrawal':
      return exchange.withdrawal(params.withdrawalId);
    case 'trading_keys':
      return exchange.tradingKeys(params.user);
    case 'delegate':
      return exchange.delegatedTo(params.user);
  }
}

/**
 * The mode as callers see it. An open exchange takes only cancels while the engine catches up and while the disk is
 * nearly full, and nothing once the disk is almost full.
 */
function statusNow(
  exchange: Exchange,
  { takesOrders, takesCommands = true }: EngineNow,
): ExchangeStatusView {
  const status = exchange.status();
  if (!takesCommands) return { ...status, mode: 'halted' };
  return status.mode === 'open' && !takesOrders ? { ...status, mode: 'cancel_only' } : status;
}

function openCases(exchange: Exchange, { limit }: ParamsOf<'cases'>): OpenCasesPage {
  const newest = exchange.cases().toReversed();
  let bytes = 0;
  const cut = newest.findIndex(({ endings }, at) => {
    bytes += MAX_JSON_BYTES_OF_CASE + endings.length * MAX_JSON_BYTES_OF_ENDING;
    return at >= limit || (at > 0 && bytes > MAX_QUERY_ANSWER_BYTES);
  });
  const shown = cut === -1 ? newest : newest.slice(0, cut);
  return { cases: shown.map(openCase), hasMore: shown.length < newest.length };
}

export const openCase = ({ challenges, dueMs, ...one }: CaseView): OpenCase =>
  one.isContradicted || challenges.length > 0
    ? { ...one, status: 'disputed', dueMs: null, challenges: challenges.length }
    : { ...one, status: 'proposed', dueMs, challenges: 0 };

function account(exchange: Exchange, { user }: ParamsOf<'account'>): AccountView {
  // One more than is returned shows whether there are others.
  const positions = exchange.positions(user, MAX_ACCOUNT_POSITIONS + 1);
  const { orders, next } = ordersPage(exchange, { user, limit: MAX_ACCOUNT_ORDERS });
  return {
    balance: exchange.balance(user),
    positions: positions.slice(0, MAX_ACCOUNT_POSITIONS),
    morePositions: positions.length > MAX_ACCOUNT_POSITIONS,
    orders,
    nextOrders: next,
  };
}

/** A level of k orders holds at most 10^7 k contracts. With all possible orders, all levels stay below 450 kB. */
function levels(exchange: Exchange, { marketId }: ParamsOf<'levels'>): LevelsView | null {
  const book = exchange.book(marketId, MAX_PRICE_BPS);
  return book === null ? null : { bids: flatten(book.bids), asks: flatten(book.asks) };
}

function ordersPage(exchange: Exchange, { user, ...page }: ParamsOf<'orders'>): OrdersPage {
  // One more than requested shows whether there is a next page.
  const found = exchange.openOrders(user, { ...page, limit: page.limit + 1 });
  const orders = found.slice(0, page.limit);
  return { orders, next: found.length > page.limit ? orders.at(-1)!.seq : null };
}

function eventsPage(exchange: Exchange, { limit, before }: ParamsOf<'events'>): EventsPage {
  const events: EventView[] = [];
  let bytes = 0;
  for (const event of exchange.eventsBefore(before)) {
    bytes += jsonBytesAtMost(event);
    const isFull = events.length === limit || (events.length > 0 && bytes > MAX_QUERY_ANSWER_BYTES);
    if (isFull) return { events, next: events.at(-1)!.createdSeq };
    events.push(event);
  }
  return { events, next: null };
}

function jsonBytesAtMost(event: EventView): number {
  const { category, markets, ...terms } = event;
  const texts = [...Object.values(terms), ...Object.values(category)].filter(isText);
  for (const { label } of markets) texts.push(label);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  return units * MAX_JSON_BYTES_PER_UNIT + (markets.length + 1) * MAX_JSON_BYTES_OF_FIELDS;
}

const isText = (value: unknown): value is string => typeof value === 'string';
