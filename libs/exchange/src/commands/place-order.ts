import { toHex } from '@bellwether/codec';
import { believe } from '@bellwether/errors';
import { DELEGATED_TO } from '../accounts/account-table';
import type { Lane, OrderCommand } from '../command';
import { MAX_BUILDER_FEE_BPS, MAX_ORDER_SIZE, MAX_PRICE_BPS, MIN_PRICE_BPS } from '../limits';
import { ACTIVE } from '../markets/market-table';
import { BUY, FOK, GTC, IOC, NO, POST_ONLY, SELL, YES, inTermsOf } from '../orders/order-word';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import { refusal, refused } from '../refusal';
import type { Facts } from '../refusal';
import type { Answer, Refusal, RefusalCode } from '../reply';
import { orderReply, tellOrder } from '../replies/order-reply';
import type { ExchangeState } from '../state';
import { NO_ROOM_FOR_BUILDER } from '../trading/incoming-order';
import type { IncomingOrder } from '../trading/incoming-order';
import { fresh, replayed } from './answers';
import { haltOnBreach } from './breach-halt';
import type { CommandEvents } from '../command-events';
import { nonceReused, nonceTooLow } from './nonces';

/** Carries out an order. The checks stand in the order of their precedence. */
export function placeOrder(
  state: ExchangeState,
  lane: Lane,
  command: OrderCommand,
  events: CommandEvents,
): Answer {
  const { accountTable } = state;
  const known = accountTable.find(command.user);
  const isDelegated = known !== 0 && accountTable.int(known, DELEGATED_TO) !== 0;
  if (lane === 'order' && isDelegated) return fresh(state, refused('DELEGATED_USER'));
  if (lane === 'builder' && !isDelegated) return fresh(state, refused('NOT_YOUR_USER'));

  const order = asNumbers(state, command, known);
  if (command.nonce <= state.outcomes.lastNonce(known, ORDER_NONCE)) {
    return answerRepeat(state, command, order);
  }
  if (state.mode === 'halted') return fresh(state, refused('HALTED'));
  if (state.mode === 'cancel_only') return fresh(state, refused('CANCEL_ONLY'));
  if (isInFrozenMarket(state, order)) return fresh(state, refused('HALTED'));
  if (known === 0) {
    if (accountTable.full) return fresh(state, refused('CAPACITY_REACHED'));
    order.account = accountTable.open(command.user);
  }

  // From here the nonce is used, whatever the answer.
  const no = place(state, command, order);
  const final = haltOnBreach(state, events) ? refusal('HALTED') : no;
  return final === null
    ? accept(state, command, order, events)
    : refuse(state, command, order, final, events);
}

/** The command as numbers, in the one object that is kept for it. */
function asNumbers(state: ExchangeState, command: OrderCommand, account: number): IncomingOrder {
  const { price, size, feeBps } = command;
  believe(
    price >= MIN_PRICE_BPS && price <= MAX_PRICE_BPS && size >= 1 && size <= MAX_ORDER_SIZE,
    'an order out of range was journaled',
  );
  believe(feeBps <= MAX_BUILDER_FEE_BPS, 'an order with too high a fee was journaled');
  const order = state.incoming;
  order.account = account;
  order.market = state.markets.find(command.marketId);
  order.outcome = command.outcome === 'yes' ? YES : NO;
  order.side = command.side === 'buy' ? BUY : SELL;
  order.price = price;
  order.size = size;
  order.orderType = orderTypeNumber(command.orderType);
  order.feeBps = feeBps;
  order.builder = builderNumber(state, command.builder);
  order.nonce = command.nonce;
  order.seq = state.lastSeq;
  order.timestampMs = state.lastTimestampMs;
  order.derive();
  return order;
}

function orderTypeNumber(orderType: OrderCommand['orderType']): number {
  switch (orderType) {
    case 'gtc':
      return GTC;
    case 'ioc':
      return IOC;
    case 'fok':
      return FOK;
    case 'post_only':
      return POST_ONLY;
  }
}

function builderNumber(state: ExchangeState, builder: Uint8Array | null): number {
  if (builder === null) return 0;
  const known = state.builders.find(builder);
  if (known !== 0) return known;
  return state.builders.full ? NO_ROOM_FOR_BUILDER : state.builders.add(builder);
}

/** A nonce that is not above the last: the remembered answer, or why there is none. */
function answerRepeat(state: ExchangeState, command: OrderCommand, order: IncomingOrder): Answer {
  const { account, nonce } = order;
  const at = state.outcomes.find(account, ORDER_NONCE, nonce);
  if (at < 0) return fresh(state, nonceTooLow(state, account, ORDER_NONCE, nonce));
  if (!state.orderOutcomes.isOf(at, order, command.marketId)) {
    return fresh(state, nonceReused(state, account, ORDER_NONCE, nonce));
  }
  const recalled = state.orderOutcomes.recall(at, account, nonce);
  const { seq, timestampMs } = recalled.order;
  if ('refusal' in recalled.outcome) {
    return replayed({ seq, timestampMs, body: { kind: 'refused', ...recalled.outcome.refusal } });
  }
  const { placed, log } = recalled.outcome;
  const body = orderReply(state, command.user, recalled.order, placed, log);
  return replayed({ seq, timestampMs, body });
}

/** A market that a breach has frozen refuses like a halted exchange does: 503 never uses a nonce (decisions 3). */
const isInFrozenMarket = ({ markets }: ExchangeState, { market }: IncomingOrder): boolean =>
  market !== 0 && markets.isFrozen(market);

/** Places the order where its market takes it; null where it was placed. */
function place(state: ExchangeState, command: OrderCommand, order: IncomingOrder): Refusal | null {
  const { market } = order;
  if (market === 0) return refusal('MARKET_NOT_FOUND', { market_id: toHex(command.marketId) });
  if (state.markets.status(market) !== ACTIVE) {
    return refusal('MARKET_NOT_ACTIVE', { status: state.markets.statusName(market) });
  }
  const code = state.placement.place(order);
  return code === null ? null : refusal(code, factsOf(state, order, code));
}

/** What a refusal of the matching core says of this order. */
function factsOf(state: ExchangeState, order: IncomingOrder, code: RefusalCode): Facts {
  const { walk, admission } = state.placement;
  switch (code) {
    case 'POST_ONLY_WOULD_MATCH':
      return { best_price: inTermsOf(order.outcome, walk.bestOpposite(order)) };
    case 'FOK_NOT_FILLED':
      return { size: order.size, fillable: walk.taken };
    case 'TOO_MANY_OPEN_ORDERS':
      return { limit: admission.openOrderLimit(order) };
    case 'INSUFFICIENT_BALANCE':
    case 'INSUFFICIENT_POSITION': {
      const { required, funds } = admission;
      const { available, locked } = funds;
      return { required, available, locked, shortfall: required - available };
    }
    default:
      return {};
  }
}

function accept(
  state: ExchangeState,
  command: OrderCommand,
  order: IncomingOrder,
  events: CommandEvents,
): Answer {
  const { placement } = state;
  const { log } = placement.matching;
  const body = orderReply(state, command.user, order, placement, log);
  tellOrder(body, log, events);
  state.orderOutcomes.rememberPlaced(order, placement, log);
  return fresh(state, body);
}

function refuse(
  state: ExchangeState,
  command: OrderCommand,
  order: IncomingOrder,
  reason: Refusal,
  events: CommandEvents,
): Answer {
  const { user, marketId, nonce, builder } = command;
  state.orderOutcomes.rememberRefused(order, marketId, reason);
  events.add({ kind: 'refused', user, nonceKind: 'order', nonce, builder, refusal: reason });
  return fresh(state, { kind: 'refused', ...reason });
}
