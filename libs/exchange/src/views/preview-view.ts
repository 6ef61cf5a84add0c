import { expiryShape, maxCostShape } from '../admission/trading-shape';
import { isStranger } from '../accounts/strangers';
import { asNumbers } from '../commands/order-numbers';
import type { OrderTerms } from '../commands/order-numbers';
import { refusalOfCore, refuseExpiry, refuseMarket, refuseNow } from '../commands/order-refusals';
import { BUY } from '../orders/order-word';
import { refusal } from '../refusal';
import type { Fill, Refusal, ReplyOf } from '../reply';
import { orderReply } from '../replies/order-reply';
import type { ExchangeState } from '../state';
import type { Budget } from '../trading/budget';
import type { IncomingOrder } from '../trading/incoming-order';
import { MAKER_ACCOUNT, QUANTITY, RELEASED } from '../trading/step-log';
import type { StepLog } from '../trading/step-log';
import type { PreviewFill, PreviewView } from '../views';

/**
 * The terms of an order to preview: without a user it is anonymous, and a budget may replace the size. Balance and
 * position of a user are public, open orders are not: unless the owner asks, they are met as those of others are.
 */
export type PreviewTerms = Omit<OrderTerms, 'user' | 'size'> & {
  readonly user?: Uint8Array;
  readonly isOwner?: boolean;
} & (
    | { readonly size: number }
    /** Micro-USDC that a buy may cost, fees included. */
    | { readonly budgetMicroUsdc: number }
  );

/** Stands for the missing user where a key is required; it is never shown. */
const NOBODY = new Uint8Array(32);

/**
 * The outcome of the order if it were the next command, now. Nothing changes, caches in the state included: its bytes
 * are the same before and after. Cost: that of the order's walk; with a budget, of one more.
 */
export function previewView(state: ExchangeState, terms: PreviewTerms): PreviewView {
  const { user = NOBODY } = terms;
  const account = terms.user === undefined ? 0 : state.accountTable.find(terms.user);
  // Whose open orders the walk knows as the order's own.
  const owner = terms.isOwner === true ? account : 0;
  const size = 'size' in terms ? terms.size : 1;
  const order = asNumbers(state, { ...terms, user, size, nonce: 0 }, owner);
  const no =
    expiryShape(terms) ??
    maxCostShape(terms) ??
    refuseNow(state, order) ??
    refuseExpiry(state, order) ??
    refuseMarket(state, terms.marketId, order.market);
  // Without a market, or while halted, there are no numbers to show.
  if (no !== null && (order.market === 0 || no.code === 'HALTED')) {
    return { kind: 'refused', refusal: no, order: null };
  }
  const { preview, budget } = state;
  const tooFew = 'size' in terms ? null : refuseBudget(budget, order, terms.budgetMicroUsdc);
  const code = preview.run(order, terms.user === undefined ? null : account);
  const why =
    no ??
    tooFew ??
    (code === null ? null : refusalOfCore(state, order, code)) ??
    refuseStranger(state, terms.user, account);
  const reply = orderReply(state, user, order, preview, preview.log);
  const predicted = {
    size: order.size,
    ordersMet: preview.ordersMet,
    ...shown(reply),
    ...locksOf(order, preview.locked, preview.log),
  };
  return why === null
    ? { kind: 'order', ...predicted }
    : { kind: 'refused', refusal: why, order: predicted };
}

/** If the budget pays for no contract, the preview is for one contract and shows what it costs. */
function refuseBudget(
  budget: Budget,
  order: IncomingOrder,
  budgetMicroUsdc: number,
): Refusal | null {
  const minimum = budget.fitTo(order, budgetMicroUsdc);
  if (minimum === null) return null;
  return refusal('ORDER_TOO_SMALL', {
    field: 'budget_micro_usdc',
    value: budgetMicroUsdc,
    minimum,
  });
}

/** Checked after the numbers are computed, so that an unfunded user sees what the order costs. */
const refuseStranger = (
  { money, accountTable }: ExchangeState,
  user: Uint8Array | undefined,
  account: number,
): Refusal | null =>
  user !== undefined && money.limits !== null && isStranger(accountTable, account)
    ? refusal('ACCOUNT_NOT_FUNDED')
    : null;

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

/** The owners of resting orders are published when they trade, not in previews. */
function withoutNames(fill: Fill): PreviewFill {
  const { quantity, price, outcome, takerSide, makerPrice, makerOutcome, makerSide } = fill;
  const { settlementType, takerFee, makerRebate, builderFee } = fill;
  const maker = { makerPrice, makerOutcome, makerSide, makerRebate };
  return { quantity, price, outcome, takerSide, settlementType, takerFee, builderFee, ...maker };
}

function locksOf(order: IncomingOrder, locked: number, log: StepLog) {
  let releasedMicroUsdc = 0;
  for (let step = 0; step < log.steps; step++) {
    const isOwn = log.int(step, QUANTITY) === 0 && log.int(step, MAKER_ACCOUNT) === order.account;
    if (isOwn) releasedMicroUsdc += log.word(step, RELEASED);
  }
  const isBuy = order.side === BUY;
  return {
    lockedMicroUsdc: isBuy ? locked : 0,
    lockedContracts: isBuy ? 0 : locked,
    releasedMicroUsdc,
  };
}
