import { isStranger } from '../accounts/strangers';
import { asNumbers } from '../commands/order-numbers';
import type { OrderTerms } from '../commands/order-numbers';
import { refusalOfCore, refuseMarket, refuseNow } from '../commands/order-refusals';
import { BUY } from '../orders/order-word';
import { refusal } from '../refusal';
import type { Fill, Refusal, ReplyOf } from '../reply';
import { orderReply } from '../replies/order-reply';
import type { ExchangeState } from '../state';
import type { IncomingOrder } from '../trading/incoming-order';
import { QUANTITY, RELEASED } from '../trading/step-log';
import type { StepLog } from '../trading/step-log';
import type { PreviewFill, PreviewView } from '../views';

/**
 * What the order would come to if it were the next command, now. Nothing is changed, a note in passing included: the
 * state has the same bytes before and after. Cost: that of the order's walk.
 */
export function previewView(state: ExchangeState, terms: OrderTerms): PreviewView {
  const account = state.accountTable.find(terms.user);
  const order = asNumbers(state, { ...terms, builder: null, nonce: 0 }, account);
  const refusal = refusalOf(state, terms, order);
  if (refusal !== null) return { kind: 'refused', refusal };
  const { preview } = state;
  const reply = orderReply(state, terms.user, order, preview, preview.log);
  return { kind: 'order', ...shown(reply), ...locksOf(order, preview.locked, preview.log) };
}

function refusalOf(state: ExchangeState, terms: OrderTerms, order: IncomingOrder): Refusal | null {
  const no = refuseNow(state, order) ?? refuseMarket(state, terms.marketId, order.market);
  if (no !== null) return no;
  const code = state.preview.run(order);
  if (code !== null) return refusalOfCore(state, order, code);
  // Who has nothing yet learns what the order takes before that nothing is there.
  const isRefused = state.money.limits !== null && isStranger(state.accountTable, order.account);
  return isRefused ? refusal('ACCOUNT_NOT_FUNDED') : null;
}

function shown({ order, fills, selfTradeCancelled }: ReplyOf<'order'>) {
  const sumOf = (amount: (fill: Fill) => number): number =>
    fills.reduce((sum, fill) => sum + amount(fill), 0);
  return {
    status: order.status,
    filled: order.filled,
    cancelReason: order.cancelReason,
    fills: fills.map(withoutNames),
    selfTradeCancelled,
    notional: sumOf(({ quantity, price }) => quantity * price),
    takerFee: sumOf(({ takerFee }) => takerFee),
    builderFee: sumOf(({ builderFee }) => builderFee),
  };
}

/** Whose orders rest in a book is told when they trade, not when somebody asks. */
function withoutNames(fill: Fill): PreviewFill {
  const { quantity, price, outcome, takerSide, makerPrice, makerOutcome, makerSide } = fill;
  const { settlementType, takerFee, makerRebate, builderFee } = fill;
  const maker = { makerPrice, makerOutcome, makerSide, makerRebate };
  return { quantity, price, outcome, takerSide, settlementType, takerFee, builderFee, ...maker };
}

function locksOf(order: IncomingOrder, locked: number, log: StepLog) {
  let releasedMicroUsdc = 0;
  for (let step = 0; step < log.steps; step++) {
    if (log.int(step, QUANTITY) === 0) releasedMicroUsdc += log.word(step, RELEASED);
  }
  const isBuy = order.side === BUY;
  return {
    lockedMicroUsdc: isBuy ? locked : 0,
    lockedContracts: isBuy ? 0 : locked,
    releasedMicroUsdc,
  };
}
