import { OUTCOMES, SIDES } from '../command';
import type { FullTerms } from '../command';
import type { Fill, OrderView, ReplyOf, SettlementType } from '../reply';
import type { CommandEvents } from '../command-events';
import { BUY, inTermsOf, outcomeOf, sideOf, yesPriceOf } from '../orders/order-word';
import type { PlacedOrder } from '../outcomes/order-outcome';
import type { ExchangeState } from '../state';
import type { IncomingOrder } from '../trading/incoming-order';
import {
  MAKER_ACCOUNT,
  MAKER_BUILDER,
  MAKER_BUILDER_FEE,
  MAKER_FILLED,
  MAKER_OPEN,
  MAKER_ORDER_ID,
  MAKER_WORD,
  PROTOCOL_FEE,
  QUANTITY,
  REBATE,
  RELEASED,
  TAKER_BUILDER_FEE,
  TRADE_ID,
} from '../trading/step-log';
import type { StepLog } from '../trading/step-log';
import { orderView, restingOrderView } from './order-view';

/** The reply of a placed order, built from its placement or from its remembered outcome. */
export function orderReply(
  state: ExchangeState,
  user: Uint8Array,
  order: IncomingOrder,
  placed: PlacedOrder,
  log: StepLog,
): ReplyOf<'order'> {
  const fills: Fill[] = [];
  const selfTradeCancelled: number[] = [];
  for (let step = 0; step < log.steps; step++) {
    if (log.int(step, QUANTITY) > 0)
      fills.push(fillOf(state, user, order, placed.orderId, log, step));
    else selfTradeCancelled.push(log.word(step, MAKER_ORDER_ID));
  }
  const view = orderView(state, user, {
    orderId: placed.orderId,
    account: order.account,
    market: order.market,
    word: order.word,
    size: order.size,
    filled: placed.filled,
    open: placed.resting,
    builder: order.builder,
    reason: placed.reason,
    nonce: order.nonce,
    seq: order.seq,
    createdMs: order.timestampMs,
  });
  return { kind: 'order', order: view, selfTradeCancelled, fills };
}

/** Emits the events of a changed order: the order after the command, then each step of its walk. */
export function emitAmend(
  state: ExchangeState,
  { order, fills }: ReplyOf<'amend'>,
  nonce: number,
  keptPlace: boolean,
  log: StepLog,
  events: CommandEvents,
): void {
  events.add({ kind: 'order_amended', order, keptPlace, nonce });
  emitSteps(state, order, fills, log, events);
  emitGaveWay(state, events);
}

/** Emits the events of a placed order: the order after the command, then each step of its walk. */
export function emitOrder(
  state: ExchangeState,
  reply: ReplyOf<'order'>,
  log: StepLog,
  events: CommandEvents,
  terms: FullTerms | undefined,
): void {
  const { order, fills } = reply;
  events.add({ kind: 'order_accepted', order, terms });
  emitSteps(state, order, fills, log, events);
  emitGaveWay(state, events);
}

/** Then come the orders that gave way to its fills. */
function emitGaveWay(state: ExchangeState, events: CommandEvents): void {
  for (const order of state.placement.givingWay.orders) {
    if ('record' in order) {
      const view = restingOrderView(state, order.record);
      events.add({ kind: 'order_amended', order: view, keptPlace: true, nonce: null });
      continue;
    }
    const { account, market, ...end } = order;
    events.add({
      kind: 'order_cancelled',
      ...end,
      user: state.accountTable.userOf(account),
      marketId: state.markets.idOf(market),
      reason: 'reduce_only',
    });
  }
}

function emitSteps(
  { accountTable }: ExchangeState,
  order: OrderView,
  fills: readonly Fill[],
  log: StepLog,
  events: CommandEvents,
): void {
  let fill = 0;
  for (let step = 0; step < log.steps; step++) {
    if (log.int(step, QUANTITY) === 0) {
      events.add({
        kind: 'order_cancelled',
        orderId: log.word(step, MAKER_ORDER_ID),
        user: accountTable.userOf(log.int(step, MAKER_ACCOUNT)),
        marketId: order.marketId,
        filledSize: log.int(step, MAKER_FILLED),
        cancelledSize: log.int(step, MAKER_OPEN),
        releasedMicroUsdc: log.word(step, RELEASED),
        reason: 'self_trade',
      });
    } else {
      events.add({
        kind: 'trade',
        marketId: order.marketId,
        fill: fills[fill++]!,
        makerFilled: log.int(step, MAKER_FILLED),
      });
    }
  }
}

function fillOf(
  state: ExchangeState,
  user: Uint8Array,
  order: IncomingOrder,
  orderId: number,
  log: StepLog,
  step: number,
): Fill {
  const makerWord = log.int(step, MAKER_WORD);
  const yesPrice = yesPriceOf(makerWord);
  const makerOutcome = outcomeOf(makerWord);
  const makerSide = sideOf(makerWord);
  return {
    tradeId: log.word(step, TRADE_ID),
    quantity: log.int(step, QUANTITY),
    price: inTermsOf(order.outcome, yesPrice),
    outcome: OUTCOMES[order.outcome]!,
    takerSide: SIDES[order.side]!,
    makerPrice: inTermsOf(makerOutcome, yesPrice),
    makerOutcome: OUTCOMES[makerOutcome]!,
    makerSide: SIDES[makerSide]!,
    settlementType: settlementTypeOf(order.side, makerSide),
    takerFee: log.word(step, PROTOCOL_FEE),
    makerRebate: log.word(step, REBATE),
    builderFee: log.word(step, TAKER_BUILDER_FEE),
    builder: state.builders.keyOf(order.builder),
    makerBuilderFee: log.word(step, MAKER_BUILDER_FEE),
    makerBuilder: state.builders.keyOf(log.int(step, MAKER_BUILDER)),
    maker: state.accountTable.userOf(log.int(step, MAKER_ACCOUNT)),
    taker: user,
    makerOrderId: log.word(step, MAKER_ORDER_ID),
    takerOrderId: orderId,
  };
}

/** Two buys create contracts, two sells destroy them, a buy and a sell transfer them. */
function settlementTypeOf(takerSide: number, makerSide: number): SettlementType {
  if (takerSide !== makerSide) return 'transfer';
  return takerSide === BUY ? 'mint' : 'merge';
}
