/**
 * The reasons why an order is refused, in order of precedence. `placeOrder` calls the checks in this order.
 *
 * | check        | codes                                                                   | the nonce |
 * | ------------ | ----------------------------------------------------------------------- | --------- |
 * | refuseLane   | DELEGATED_USER, NOT_YOUR_USER                                           | unused    |
 * | the nonce    | NONCE_TOO_LOW, NONCE_REUSED, or the remembered answer                   | as before |
 * | refuseNow    | HALTED, CANCEL_ONLY, HALTED (its market), CAPACITY_REACHED (an account) | unused    |
 * | refuseExpiry | VALIDATION_FAILED                                                       | unused    |
 * | refuseMarket | MARKET_NOT_FOUND, MARKET_NOT_ACTIVE                                     | used      |
 * | Admission    | POST_ONLY_WOULD_MATCH, FOK_NOT_FILLED, ORDER_TOO_SMALL,                 | used      |
 * |              | TRADING_KEY_BOUND,                                                      |           |
 * |              | INSUFFICIENT_BALANCE or INSUFFICIENT_POSITION, REDUCE_ONLY_EXCEEDED,    |           |
 * |              | TOO_MANY_OPEN_ORDERS,                                                   |           |
 * |              | CAPACITY_REACHED                                                        |           |
 */
import { toHex } from '@bellwether/codec';
import { MAX_EXPIRY_SECONDS, MIN_EXPIRY_SECONDS } from '../limits';
import { ACTIVE } from '../markets/market-table';
import { costOf, notionalOf } from '../money/fees';
import { inTermsOf } from '../orders/order-word';
import { refusal } from '../refusal';
import type { Facts } from '../refusal';
import type { Refusal, RefusalCode } from '../reply';
import type { ExchangeState } from '../state';
import type { IncomingOrder } from '../trading/incoming-order';

/** A delegated user's orders must come from its builder, any other user's from the user. */
export function refuseLane(isDelegated: boolean, isByBuilder: boolean): Refusal | null {
  if (isDelegated === isByBuilder) return null;
  return refusal(isDelegated ? 'DELEGATED_USER' : 'NOT_YOUR_USER');
}

/** Temporary refusals, which leave the nonce unused. `account` is 0 if the user has none, `market` if it is unknown. */
export function refuseNow(
  { mode, markets, money }: ExchangeState,
  { account, market }: Pick<IncomingOrder, 'account' | 'market'>,
): Refusal | null {
  if (mode === 'halted') return refusal('HALTED');
  if (mode === 'cancel_only') return refusal('CANCEL_ONLY');
  // A market that a breach has frozen refuses like a halted exchange.
  if (market !== 0 && markets.isFrozen(market)) return refusal('HALTED');
  // With money limits, a user without an account was refused earlier.
  return account === 0 && !money.hasAccountPlace('delegation') ? refusal('CAPACITY_REACHED') : null;
}

/** An order that may rest ends 1 second to 366 days after the record's time, or never. */
export function refuseExpiry(state: ExchangeState, { expiresMs }: IncomingOrder): Refusal | null {
  if (expiresMs === 0) return null;
  const now = state.lastTimestampMs;
  const earliest = Math.ceil(now / 1000) + MIN_EXPIRY_SECONDS;
  const latest = Math.floor(now / 1000) + MAX_EXPIRY_SECONDS;
  if (expiresMs >= earliest * 1000 && expiresMs <= latest * 1000) return null;
  return refusal('VALIDATION_FAILED', {
    field: 'expires_at',
    value: expiresMs / 1000,
    expected: `0, or ${earliest} to ${latest}`,
  });
}

export const refuseUnknownMarket = (marketId: Uint8Array, market: number): Refusal | null =>
  market === 0 ? refusal('MARKET_NOT_FOUND', { market_id: toHex(marketId) }) : null;

/** Refuses if the market does not exist, or takes no orders now. */
export function refuseMarket(
  { markets }: ExchangeState,
  marketId: Uint8Array,
  market: number,
): Refusal | null {
  const unknown = refuseUnknownMarket(marketId, market);
  if (unknown !== null) return unknown;
  if (markets.status(market) === ACTIVE) return null;
  return refusal('MARKET_NOT_ACTIVE', { status: markets.statusName(market) });
}

/** The refusal of this order by the matching core, with its facts. */
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
    case 'TRADING_KEY_BOUND':
      return admission.keyBounds.facts;
    case 'REDUCE_ONLY_EXCEEDED':
      return { size: order.size, reducible: admission.funds.available };
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

/** Includes the user's equity if the limit depends on it. */
function tooManyFacts({ money, placement }: ExchangeState, order: IncomingOrder): Facts {
  const { limit } = placement.admission;
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
