/** What a trading key may do at most: every spend and every price is stored, and read anew each time. */
import { toHex } from '@bellwether/codec';
import type { Refusal } from '../../src/reply';
import { curveOf, protocolFeeOf, toSafeNumber } from './amounts';
import { inYesTerms, sideOfBook, yesPriceOf } from './book';
import { exactCost } from './max-cost';
import type { Placing, Prices } from './placing';
import { refuse } from './refusals';
import type { Account, Allowance, Market, State, Terms } from './state';
import { lockedMoneyOf } from './state';

const DAY_MS = 86_400_000;
const MS_A_BP = 300_000;

/** The key that signed a command, if it may trade. */
export const keyOf = (
  account: Account | undefined,
  { signer }: { readonly signer?: Uint8Array | undefined },
): Allowance | null =>
  account?.tradingKeys.find(
    ({ key, end }) => end === null && signer !== undefined && toHex(key) === toHex(signer),
  ) ?? null;

/** Of this day, and what its open buys hold. */
export function usedOf({ timestampMs }: State, account: Account, key: Allowance): bigint {
  const today = Math.floor(timestampMs / DAY_MS);
  const spent = key.spends.filter(({ ms }) => Math.floor(ms / DAY_MS) === today);
  const held = account.openOrders.filter(({ by }) => by === key).map(lockedMoneyOf);
  return [...spent.map(({ amount }) => amount), ...held].reduce((sum, one) => sum + one, 0n);
}

export function spend({ timestampMs: ms }: State, key: Allowance | null, amount: bigint): void {
  key?.spends.push({ ms, amount });
}

export function refuseByKey(state: State, placing: Placing, key: Allowance | null): Refusal | null {
  if (key === null) return null;
  const { account, prices } = placing;
  const { side, price } = placing.terms;
  const around = prices.middle;
  const [most, least] = [(around ?? 99_999) + key.priceBand, (around ?? -99_999) - key.priceBand];
  if (side === 'buy' ? price > most : price < least) {
    const limit = side === 'buy' ? Math.floor(most) : Math.ceil(least);
    const details = { bound: 'price_band', price, limit, price_band: key.priceBand };
    return refuse('TRADING_KEY_BOUND', details);
  }
  const used = usedOf(state, account, key);
  const required = costOfKey(placing, placing.rest);
  if (used + required <= BigInt(key.atMost)) return null;
  return refuse('TRADING_KEY_BOUND', {
    bound: 'at_most',
    limit: key.atMost,
    used: toSafeNumber(used),
    required: toSafeNumber(required),
  });
}

/** A buy's cost with its fees; what a sell gets, after its fee, less than its contracts are worth. */
export function costOfKey({ market, terms, path, prices }: Placing, rest: bigint): bigint {
  if (terms.side === 'buy') return exactCost(market, terms, path.steps, rest);
  const doubled = BigInt(2 * prices.worth);
  let [worth, got, curve] = [0n, 0n, 0n];
  for (const { maker, quantity } of path.steps) {
    worth += quantity * doubled;
    got += quantity * 2n * BigInt(inYesTerms(terms.outcome, yesPriceOf(maker.terms)));
    curve += curveOf(BigInt(yesPriceOf(maker.terms)), quantity);
  }
  const ofFills = worth > got ? worth - got : 0n;
  const each = doubled - 2n * BigInt(terms.price);
  const fee = protocolFeeOf(market.event.feeBps, curve);
  return (ofFills + (each > 0n ? each * rest : 0n)) * 50n + fee;
}

/** May have a half. Null: no price was ever named. */
function middleOf(market: Market, { outcome }: Terms): number | null {
  const [bid] = sideOfBook(market, 'bid');
  const [ask] = sideOfBook(market, 'ask');
  if (bid !== undefined && ask !== undefined)
    return inYesTerms(outcome, (yesPriceOf(bid.terms) + yesPriceOf(ask.terms)) / 2);
  return market.lastPrice === null ? null : inYesTerms(outcome, market.lastPrice);
}

export function pricesOf(state: State, market: Market, terms: Terms): Prices {
  const middle = middleOf(market, terms);
  if (middle === null || market.lastPrice === null) return { middle, worth: 10_000 };
  return { middle, worth: Math.max(middle, ...traded(market, terms, state.timestampMs)) };
}

/** Every price that was ever the last, less a basis point for each five minutes since another took its place. */
const traded = ({ prices }: Market, { outcome }: Terms, nowMs: number): number[] =>
  prices.map(({ price }, index) => {
    const replacedMs = prices[index + 1]?.ms ?? nowMs;
    return inYesTerms(outcome, price) - Math.floor((nowMs - replacedMs) / MS_A_BP);
  });
