/**
 * The order command: the checks in order, then the effects. Nothing changes before the last check has
 * passed.
 */
import { toHex } from '@bellwether/codec';
import type { Lane } from '../../src/command';
import type { Refusal, ReplyBody } from '../../src/reply';
import { accountOf, findAccount, positionOf } from './accounts';
import { builderFeeOf, costOf, curveOf, protocolFeeOf, toSafeNumber } from './amounts';
import { type Walk, inYesTerms, walk, yesPriceOf } from './book';
import { cancelOrder } from './cancels';
import { costOfKey, keyOf, pricesOf, refuseByKey, spend } from './key-bounds';
import { exactCost, withinCost } from './max-cost';
import { orderViewOf } from './order-view';
import type { Placing } from './placing';
import {
  MOST_REDUCE_ONLY_BUYS,
  keepReduceOnly,
  reduceOnlyBuysOf,
  reducibleFor,
} from './reduce-only';
import { refuse, refused } from './refusals';
import { TakerFills, finish } from './settlement';
import {
  type Account,
  type Allowance,
  type Market,
  type Order,
  type State,
  type Terms,
  availableOf,
  lockedContractsOf,
  equityOf,
  lockedOf,
  placesForAll,
  restingOrdersOf,
} from './state';

/** Checks that this lane may act for the user. */
export function refuseLane(
  state: State,
  { user }: { readonly user: Uint8Array },
  lane: Lane,
): Refusal | null {
  const isDelegated = (findAccount(state, user)?.delegatedTo ?? null) !== null;
  if (lane === 'order' && isDelegated) return refuse('DELEGATED_USER');
  if (lane === 'builder' && !isDelegated) return refuse('NOT_YOUR_USER');
  return null;
}

/** What may rest ends 1 second to 366 days ahead, or never. */
export function refuseExpiry(
  { timestampMs }: State,
  { expiresAt }: Pick<Terms, 'expiresAt'>,
): Refusal | null {
  if (expiresAt === undefined || expiresAt === 0) return null;
  const aheadMs = expiresAt * 1000 - timestampMs;
  if (aheadMs >= 1_000 && aheadMs <= 366 * 86_400_000) return null;
  return refuse('VALIDATION_FAILED', { field: 'expires_at', value: expiresAt });
}

/** Applies an order whose nonce is valid and now used. */
export function placeOrder(state: State, terms: Terms): ReplyBody {
  const account = accountOf(state, terms.user);
  const market = state.markets.get(toHex(terms.marketId));
  if (market === undefined) {
    return refused(refuse('MARKET_NOT_FOUND', { market_id: toHex(terms.marketId) }));
  }
  if (market.status !== 'active') {
    return refused(refuse('MARKET_NOT_ACTIVE', { status: market.status }));
  }
  const all = walk(market, terms, (maker) => maker.account === account);
  const path = withinCost(market, terms, all, restOf);
  const key = keyOf(account, terms);
  const prices = pricesOf(state, market, terms);
  const placing = { account, market, terms, path, rest: restOf(terms, path), prices };
  const refusal =
    refuseType(terms, path) ??
    refuseSize(state, placing) ??
    refuseByKey(state, placing, key) ??
    refuseFunds(account, market, terms, path) ??
    refuseReduction(account, market, terms) ??
    refuseCount(state, placing);
  if (refusal !== null) return refused(refusal);
  return carryOut(state, placing, key);
}

function refuseType(terms: Terms, path: Walk): Refusal | null {
  if (terms.orderType === 'post_only' && path.best !== undefined) {
    const best = inYesTerms(terms.outcome, yesPriceOf(path.best.terms));
    return refuse('POST_ONLY_WOULD_MATCH', { best_price: best });
  }
  if (terms.orderType === 'fok' && path.remaining > 0n) {
    return refuse('FOK_NOT_FILLED', { size: terms.size, fillable: Number(path.filled) });
  }
  return null;
}

/** A resting buy must be worth a minimum, by category. Sells deliver what the user holds and have no minimum. */
function refuseSize(state: State, { account, market, terms, path }: Placing): Refusal | null {
  if (state.money === null || terms.side === 'sell' || restOf(terms, path) === 0n) return null;
  // One that closes what is left of the position may be as small as that.
  const closes =
    terms.reduceOnly === true && BigInt(terms.size) >= reducibleFor(account, market, terms);
  if (closes) return null;
  const { name, sub } = market.event.command.category;
  const wanted = [
    [name, sub],
    [name, '*'],
    ['*', '*'],
  ];
  const rows = wanted.map(([ofName, ofSub]) =>
    state.money!.restingMinimums.find((row) => row.name === ofName && row.sub === ofSub),
  );
  const minimum = BigInt(rows.find((row) => row !== undefined)?.microUsdc ?? 0);
  const one = costOf(BigInt(terms.price), 1n);
  const cost = one * BigInt(terms.size);
  if (cost >= minimum) return null;
  return refuse('ORDER_TOO_SMALL', {
    field: 'size',
    value: terms.size,
    minimum: toSafeNumber((minimum + one - 1n) / one),
    cost: toSafeNumber(cost),
    minimum_cost: toSafeNumber(minimum),
  });
}

/** The limit an operator set, or that of the user's funds. */
export function openOrderLimitOf({ money }: State, account: Account): number {
  if (money === null || account.isLimitOwn) return account.maxOpenOrders;
  const tiers = money.openOrderTiers.filter(
    ({ fromMicroUsdc }) => BigInt(fromMicroUsdc) <= equityOf(account),
  );
  return tiers.at(-1)!.maxOpenOrders;
}

function refuseFunds(account: Account, market: Market, terms: Terms, path: Walk): Refusal | null {
  const isSell = terms.side === 'sell';
  const outlay = isSell ? BigInt(terms.size) : requiredMoney(market, terms, path);
  // A user who has what it may cost at most can pay it.
  const most = BigInt(terms.maxCost ?? Number.MAX_SAFE_INTEGER);
  const required = isSell || outlay < most ? outlay : most;
  const locked = isSell ? lockedContractsOf(account, market, terms.outcome) : lockedOf(account);
  const available = isSell
    ? (market.positions.get(toHex(account.user))?.[terms.outcome] ?? 0n) - locked
    : availableOf(account);
  if (required <= available) return null;
  return refuse(isSell ? 'INSUFFICIENT_POSITION' : 'INSUFFICIENT_BALANCE', {
    required: toSafeNumber(required),
    available: toSafeNumber(available),
    locked: toSafeNumber(locked),
    shortfall: toSafeNumber(required - available),
  });
}

/** The refusals of a resting order's new terms, while it is as if it were not there. */
export const refuseAmended = (
  state: State,
  placing: Placing,
  key: Allowance | null,
): Refusal | null => {
  const { account, market, terms, path } = placing;
  return (
    refuseType(terms, path) ??
    refuseSize(state, placing) ??
    refuseByKey(state, placing, key) ??
    refuseFunds(account, market, terms, path) ??
    refuseReduction(account, market, terms)
  );
};

/**
 * What a buy needs available: for `ioc` and `fok` exactly the cost of the walk; for the others the limit price for
 * all that fills or rests, plus the protocol fee for what fills.
 */
export function requiredMoney(market: Market, terms: Terms, path: Walk): bigint {
  const builderFeeBps = BigInt(terms.feeBps);
  const { feeBps } = market.event;
  if (terms.orderType === 'ioc' || terms.orderType === 'fok') {
    return exactCost(market, terms, path.steps);
  }
  const limit = BigInt(terms.price);
  const size = path.filled + restOf(terms, path);
  return (
    costOf(limit, size) +
    protocolFeeOf(feeBps, curveOf(limit, path.filled)) +
    builderFeeOf(builderFeeBps, limit * size)
  );
}

/** A reduce-only buy brings the position to zero at most. A sell only gives what is held. */
function refuseReduction(account: Account, market: Market, terms: Terms): Refusal | null {
  if (terms.reduceOnly !== true || terms.side === 'sell') return null;
  const most = reducibleFor(account, market, terms);
  if (BigInt(terms.size) <= most) return null;
  return refuse('REDUCE_ONLY_EXCEEDED', { size: terms.size, reducible: toSafeNumber(most) });
}

/** Contracts that would rest on the book. */
export function restOf({ orderType }: Terms, path: Walk): bigint {
  const mayRest = orderType === 'gtc' || orderType === 'post_only';
  return mayRest && !path.stoppedByFillLimit && !path.stoppedByOwn && !path.stoppedByCost
    ? path.remaining
    : 0n;
}

/** A full book refuses every order, since each takes a record for the duration of its command. */
function refuseCount(state: State, { account, market, terms, path }: Placing): Refusal | null {
  const { openOrders } = account;
  const { money, limits } = state;
  const rests = restOf(terms, path) > 0n;
  const isReducing = terms.reduceOnly === true && terms.side === 'buy';
  const isFullOfReducing =
    isReducing && reduceOnlyBuysOf(account, market).length >= MOST_REDUCE_ONLY_BUYS;
  const limit = isFullOfReducing ? MOST_REDUCE_ONLY_BUYS : openOrderLimitOf(state, account);
  if (rests && (isFullOfReducing || openOrders.length >= limit)) {
    const equity = money === null ? {} : { equity: toSafeNumber(equityOf(account)) };
    return refuse('TOO_MANY_OPEN_ORDERS', { limit, ...equity });
  }
  const places = limits.maxRestingOrders;
  const resting = restingOrdersOf(state);
  const isFull = resting >= places;
  if (money === null || !rests) return isFull ? refuse('CAPACITY_REACHED') : null;
  // The very last record is for orders that do not rest, the reserved ones are for users with few resting orders.
  const isFew = openOrders.length < money.fewRecords;
  const mostResting = Math.min(places - 1, isFew ? places : placesForAll(state, places));
  return resting >= mostResting ? refuse('CAPACITY_REACHED') : null;
}

/** Of the orders that the walk fills, in its order. */
export const makersOf = ({ steps }: Walk): Account[] =>
  steps.filter(({ quantity }) => quantity > 0n).map(({ maker }) => maker.account);

function carryOut(state: State, placing: Placing, key: Allowance | null): ReplyBody {
  const { account, market, terms, path } = placing;
  if (key !== null) spend(state, key, costOfKey(placing, terms.side === 'buy' ? 0n : placing.rest));
  const order: Order = {
    id: state.seq,
    account,
    market,
    terms,
    by: key,
    createdMs: state.timestampMs,
    filled: 0n,
    notional: 0n,
    makerCurve: 0n,
    ended: null,
  };
  state.orders.set(order.id, order);
  positionOf(market, account);
  const placeOfAccepted = state.emitted.length;
  const selfTradeCancelled: number[] = [];
  const fills = new TakerFills(state, order);
  for (const { maker, quantity, cancelled } of path.steps) {
    if (cancelled === null) fills.add(maker, quantity);
    else cancelOrder(state, maker, cancelled);
    if (cancelled === 'self_trade') selfTradeCancelled.push(maker.id);
  }
  keepReduceOnly(state, market, [account, ...makersOf(path)]);
  if (path.remaining === 0n) finish(state, order, 'filled');
  else if (path.stoppedByOwn) finish(state, order, 'self_trade');
  else if (path.stoppedByCost) finish(state, order, 'max_cost');
  else if (path.stoppedByFillLimit) finish(state, order, 'fill_limit');
  else if (restOf(terms, path) === 0n) finish(state, order, 'ioc_remainder');
  else {
    market.openOrders.push(order);
    account.openOrders.push(order);
  }
  const view = orderViewOf(order);
  const { selfTrade, reduceOnly = false, expiresAt = 0, maxCost } = terms;
  const full = selfTrade && {
    terms: { selfTrade, reduceOnly, expiresAt, ...(maxCost && { maxCost }) },
  };
  state.emitted.splice(placeOfAccepted, 0, { kind: 'order_accepted', order: view, ...full });
  return { kind: 'order', order: view, selfTradeCancelled, fills: fills.made };
}
