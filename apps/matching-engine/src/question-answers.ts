/** Answers questions from the exchange's state, as it is after the last command that was applied. */
import { MAX_QUERY_ANSWER_BYTES } from '@bellwether/bus';
import type {
  EngineQuestion,
  EngineQuery,
  EventsPage,
  OrdersPage,
  ResultOf,
} from '@bellwether/bus';
import type { EventView, Exchange } from '@bellwether/exchange';
import { MAX_JSON_BYTES_OF_FIELDS, MAX_JSON_BYTES_PER_UNIT } from './limits';

type ParamsOf<Q extends EngineQuery> = Extract<EngineQuestion, { what: Q }>['params'];

export function answerQuestion(
  exchange: Exchange,
  question: EngineQuestion,
): ResultOf<EngineQuery> {
  const view = viewOf(exchange, question);
  return { seq: exchange.lastSeq, timestampMs: exchange.lastTimestampMs, view };
}

function viewOf(
  exchange: Exchange,
  { what, params }: EngineQuestion,
): ResultOf<EngineQuery>['view'] {
  switch (what) {
    case 'balance':
      return exchange.balance(params.user);
    case 'position':
      return exchange.position(params.user, params.marketId);
    case 'nonces':
      return exchange.nonces(params.user);
    case 'book':
      return exchange.book(params.marketId, params.depth);
    case 'orders':
      return ordersPage(exchange, params);
    case 'order':
      return exchange.order(params.user, params.orderId);
    case 'events':
      return eventsPage(exchange, params);
    case 'event':
      return exchange.event(params.eventId);
    case 'market':
      return exchange.market(params.marketId);
    case 'fees':
      return exchange.feeSchedule();
    case 'status':
      return exchange.status();
    case 'solvency':
      return exchange.solvency();
    case 'funding':
      return exchange.funding(params.user);
    case 'withdrawal':
      return exchange.withdrawal(params.withdrawalId);
    case 'delegate':
      return exchange.delegatedTo(params.user);
  }
}

function ordersPage(exchange: Exchange, { user, ...page }: ParamsOf<'orders'>): OrdersPage {
  // One more than asked for tells whether there is a next page.
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
  const { eventId, question, description, category, markets } = event;
  const texts = [eventId, question, description, category.name, category.sub];
  for (const { label } of markets) texts.push(label);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  return units * MAX_JSON_BYTES_PER_UNIT + (markets.length + 1) * MAX_JSON_BYTES_OF_FIELDS;
}
