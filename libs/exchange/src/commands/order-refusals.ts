/** The refusals of an order in order of precedence: exchange, market, then book and funds. */
import { toHex } from '@bellwether/codec';
import { ACTIVE } from '../markets/market-table';
import { costOf, notionalOf } from '../money/fees';
import { inTermsOf } from '../orders/order-word';
import { refusal } from '../refusal';
import type { Facts } from '../refusal';
import type { Refusal, RefusalCode } from '../reply';
import type { ExchangeState } from '../state';
import type { IncomingOrder } from '../trading/incoming-order';

/** Temporary refusals: they leave the nonce unused. `order.account` is 0 for a user without an account. */
export function refuseNow(state: ExchangeState, order: IncomingOrder): Refusal | null {
  const { mode, markets, money } = state;
  if (mode === 'halted') return refusal('HALTED');
  if (mode === 'cancel_only') return refusal('CANCEL_ONLY');
  // A frozen market refuses as a halted exchange does (decisions 3).
  if (order.market !== 0 && markets.isFrozen(order.market)) return refusal('HALTED');
  // With money limits set, a user without an account was refused earlier.
  return order.account === 0 && !money.hasAccountPlace('delegation')
    ? refusal('CAPACITY_REACHED')
    : null;
}

/** Refuses an order whose market does not exist or does not accept orders now. */
export function refuseMarket(
  { markets }: ExchangeState,
  marketId: Uint8Array,
  market: number,
): Refusal | null {
  if (market === 0) return refusal('MARKET_NOT_FOUND', { market_id: toHex(marketId) });
  if (markets.status(market) === ACTIVE) return null;
  return refusal('MARKET_NOT_ACTIVE', { status: markets.statusName(market) });
}

/** The matching core's refusal of this very order, with its facts. */
export const refusalOfCore = (
  state: ExchangeState,
  order: IncomingOrder,
  code: RefusalCode,
): Refusal => refusal(code, factsOf(state, order, code));

function factsOf(state: ExchangeState, order: IncomingOrder, code: RefusalCode): Facts {
  const { walk, admission } = state.placement;
  switch (code) {
    case 'POST_ONLY_WOULD_MATCH':
      return { best_price: inTermsOf(order.outcome, walk.bestOpposite(order)) };
    case 'FOK_NOT_FILLED':
      return { size: order.size, fillable: walk.taken };
    case 'TOO_MANY_OPEN_ORDERS':
      return tooManyFacts(state, order);
    case 'ORDER_TOO_SMALL':
      return tooSmallFacts(state, order);
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

/** With money limits set, the facts include the user's equity: more of it allows more orders. */
function tooManyFacts({ money, placement }: ExchangeState, order: IncomingOrder): Facts {
  const limit = placement.admission.openOrderLimit(order);
  return money.limits === null ? { limit } : { limit, equity: money.equity(order.account) };
}

function tooSmallFacts({ money }: ExchangeState, { market, price, size }: IncomingOrder): Facts {
  return {
    field: 'size',
    value: size,
    minimum: money.smallestResting(market, price),
    cost: costOf(notionalOf(size, price)),
    minimum_cost: money.restingMinimum(market),
  };
}
