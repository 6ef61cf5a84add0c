/** Orders: valid ones that cross, and every way to be refused. */
import type { Lane, OrderCommand, Outcome, Side } from '../../src/command';
import { OUTCOMES, SIDES } from '../../src/command';
import { MAX_ORDER_SIZE } from '../../src/limits';
import { toSafeNumber } from '../oracle/amounts';
import { walk } from '../oracle/book';
import { requiredMoney } from '../oracle/orders';
import { type Market, availableOf } from '../oracle/state';
import {
  type Drawing,
  accountOrNone,
  activeMarkets,
  allMarkets,
  anyPast,
  anyUser,
  isSameKey,
  positionIn,
} from './drawing';
import { UNKNOWN_MARKET, builderKeyId, signatureOf } from './keys';
import type { Draft } from './step';

const ORDER_TYPE_WEIGHTS = { gtc: 60, ioc: 15, fok: 12, post_only: 13 } as const;

export function drawOrder(drawing: Drawing): Draft {
  const { random } = drawing;
  const user = anyUser(drawing);
  const market = drawMarket(drawing);
  const { outcome, side } = drawDirection(drawing, market, user);
  const order = completeOrder(drawing, {
    user,
    marketId: market?.marketId ?? UNKNOWN_MARKET,
    outcome,
    side,
    price: drawPrice(drawing, outcome),
    size: random.pick(drawing.profile.sizes),
    orderType: random.weighted(ORDER_TYPE_WEIGHTS),
  });
  return {
    ...order,
    command: { ...order.command, size: drawSize(drawing, market, order.command) },
  };
}

const SELF_TRADE_WEIGHTS = { cancel_maker: 30, cancel_taker: 40, cancel_both: 30 } as const;

/** An order in its full form: often of a user with orders of its own in the way, or one that only reduces, or ends soon. */
export function drawFullOrder(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const { lane, command } = drawOrder(drawing);
  if (command.kind !== 'order') return [];
  const reduceOnly = random.chance(0.55);
  const selfTrade = random.weighted(SELF_TRADE_WEIGHTS);
  const order = reduceOnly ? drawReducing(drawing, command) : command;
  const mayRest = command.orderType === 'gtc' || command.orderType === 'post_only';
  const expiresAt = mayRest && random.chance(0.6) ? drawEnd(drawing) : 0;
  const terms = { selfTrade, reduceOnly, expiresAt };
  const maxCost = order.side === 'buy' && random.chance(0.4) ? drawMaxCost(drawing, order) : null;
  return [{ lane, command: { ...order, terms: maxCost === null ? terms : { ...terms, maxCost } } }];
}

/** Around what the order would cost, or what a part of it does. */
function drawMaxCost({ random }: Drawing, { price, size }: OrderCommand): number {
  const most = price * size * 100;
  const part = random.chance(0.5) ? most : Math.ceil(most / random.between(1, 4));
  return Math.max(1, part + random.pick([-1, 0, 1, random.between(-5_000, 5_000)]));
}

/** A buy against what the user holds, around what is left to reduce. */
function drawReducing(drawing: Drawing, order: OrderCommand): OrderCommand {
  const { random } = drawing;
  const market = allMarkets(drawing).find(({ marketId }) => isSameKey(marketId, order.marketId));
  if (market === undefined || random.chance(0.1)) return order;
  const { yes, no } = positionIn(drawing, market, order.user);
  const outcome = yes > no ? 'no' : 'yes';
  const price = outcome === order.outcome ? order.price : 10_000 - order.price;
  const size = random.chance(0.5) ? Math.abs(yes - no) + random.between(-1, 1) : order.size;
  return {
    ...order,
    side: 'buy',
    outcome,
    price,
    size: Math.min(Math.max(size, 1), MAX_ORDER_SIZE),
  };
}

/** Mostly soon; sometimes at the bounds, or beyond them. */
function drawEnd({ random, timestampMs }: Drawing): number {
  const now = timestampMs() / 1000;
  const year = 366 * 86_400;
  return Math.floor(
    random.chance(0.9) ? now + random.between(1, 30) : now + random.pick([0, 1, year, year + 1]),
  );
}

/** The dead man's switch: set, set anew, off, or with a nonce that was used. */
export function drawCancelAfter(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const past = anyPast(drawing, 'cancel_after');
  if (past !== null && random.chance(0.2)) return [past];
  const user = anyUser(drawing);
  const last = accountOrNone(drawing, user)?.cancelAfterNonce ?? 0;
  const nonce = Math.max(
    1,
    last + (random.chance(0.2) ? random.between(-2, 0) : random.between(1, 3)),
  );
  const seconds = random.pick([0, 5, 5, 6, 30, 3_600]);
  return [
    {
      lane: 'cancel',
      command: { kind: 'cancel_after', user, seconds, nonce, signature: signatureOf(1) },
    },
  ];
}

export type OrderDraft = Draft & { readonly command: OrderCommand };

/** Adds what follows from the user: the lane, the nonce, the builder and its fee. */
export function completeOrder(
  drawing: Drawing,
  terms: Omit<OrderCommand, 'kind' | 'nonce' | 'feeBps' | 'builder' | 'signature'>,
): OrderDraft {
  const { random, profile } = drawing;
  const account = accountOrNone(drawing, terms.user);
  const isDelegated = (account?.delegatedTo ?? null) !== null;
  const lane: Lane = isDelegated !== random.chance(0.01) ? 'builder' : 'order';
  const last = account?.nonces.order.last ?? 0;
  return {
    lane,
    command: {
      kind: 'order',
      ...terms,
      nonce: last + (random.chance(0.1) ? random.between(2, 5) : 1),
      feeBps: lane === 'builder' ? random.pick(profile.builderFeesBps) : 0,
      builder: lane === 'builder' ? builderKeyId(random.between(1, 2)) : null,
      signature: signatureOf(1),
    },
  };
}

export function drawMarket(drawing: Drawing): Market | null {
  const { random } = drawing;
  if (random.chance(0.01)) return null;
  const active = activeMarkets(drawing);
  const choice = active.length === 0 || random.chance(0.03) ? allMarkets(drawing) : active;
  return choice.length === 0 ? null : random.pick(choice);
}

/** Half of the holders of contracts sell them; a sell without contracts is drawn rarely. */
function drawDirection(
  drawing: Drawing,
  market: Market | null,
  user: Uint8Array,
): { outcome: Outcome; side: Side } {
  const { random } = drawing;
  if (market !== null && random.chance(0.5)) {
    const { yes, no } = positionIn(drawing, market, user);
    const held = OUTCOMES.filter((outcome) => (outcome === 'yes' ? yes : no) > 0);
    if (held.length > 0) return { outcome: random.pick(held), side: 'sell' };
  }
  const side = random.chance(0.1) ? random.pick(SIDES) : 'buy';
  return { outcome: random.pick(OUTCOMES), side };
}

function drawPrice({ random, profile }: Drawing, outcome: Outcome): number {
  const yesPrice = random.pick(profile.prices);
  return outcome === 'yes' ? yesPrice : 10_000 - yesPrice;
}

/** Sometimes exactly what can be filled or sold, or one more or less. */
function drawSize(drawing: Drawing, market: Market | null, order: OrderCommand): number {
  const { random } = drawing;
  if (market === null || !random.chance(0.15)) return order.size;
  const isOwn = ({ account }: { account: { user: Uint8Array } }) =>
    isSameKey(account.user, order.user);
  const fillable = Number(walk(market, { ...order, size: MAX_ORDER_SIZE }, isOwn).filled);
  const { yes, no, yesLocked, noLocked } = positionIn(drawing, market, order.user);
  const free = order.outcome === 'yes' ? yes - yesLocked : no - noLocked;
  const around = order.side === 'sell' && random.chance(0.5) ? free : fillable;
  return Math.min(Math.max(around + random.between(-1, 1), 1), MAX_ORDER_SIZE);
}

/** A buy whose user gets exactly the money it needs, or 1 micro-USDC less. */
export function drawExactFunds(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const draft = drawOrder(drawing);
  const order = draft.command as OrderCommand;
  const market = allMarkets(drawing).find(({ marketId }) => isSameKey(marketId, order.marketId));
  const account = accountOrNone(drawing, order.user);
  if (order.side === 'sell' || market === undefined || account === undefined) return [draft];
  const path = walk(market, order, (maker) => maker.account === account);
  const missing = toSafeNumber(requiredMoney(market, order, path) - availableOf(account));
  const amount = missing - random.between(0, 1);
  if (amount < 1) return [draft];
  const reference = `exact-${drawing.nextName()}`;
  return [
    { lane: 'admin', command: { kind: 'test_credit', user: order.user, amount, reference } },
    draft,
  ];
}
