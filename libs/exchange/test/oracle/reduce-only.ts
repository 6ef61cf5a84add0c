/** Reduce-only buys of a user in a market: together no more than brings the position to zero, and at most ten. */
import { toHex } from '@bellwether/codec';
import { reducible } from './book';
import { cancelOrder } from './cancels';
import { orderViewOf } from './order-view';
import type { Account, Market, State, Terms } from './state';
import { openSizeOf } from './state';

export const MOST_REDUCE_ONLY_BUYS = 10;

/** Oldest first. */
export const reduceOnlyBuysOf = ({ openOrders }: Account, of: Market) =>
  openOrders.filter(
    ({ market, terms }) => market === of && terms.reduceOnly === true && terms.side === 'buy',
  );

/** Contracts that a reduce-only buy with these terms may have, beside those that rest. */
export function reducibleFor(account: Account, market: Market, terms: Terms): bigint {
  const held = market.positions.get(toHex(account.user)) ?? { yes: 0n, no: 0n };
  const whole = reducible(held, terms.outcome);
  if (terms.orderType === 'ioc' || terms.orderType === 'fok') return whole;
  const others = reduceOnlyBuysOf(account, market).reduce((sum, one) => sum + openSizeOf(one), 0n);
  return whole > others ? whole - others : 0n;
}

/** After fills: what is too much goes, a contract at a time, from the newest order. */
export function keepReduceOnly(state: State, market: Market, accounts: Iterable<Account>): void {
  for (const account of new Set(accounts)) {
    const held = market.positions.get(toHex(account.user)) ?? { yes: 0n, no: 0n };
    for (;;) {
      const orders = reduceOnlyBuysOf(account, market);
      const newest = orders.at(-1);
      if (newest === undefined) break;
      const open = orders.reduce((sum, order) => sum + openSizeOf(order), 0n);
      const excess = open - reducible(held, newest.terms.outcome);
      if (excess <= 0n) break;
      if (excess >= openSizeOf(newest)) {
        cancelOrder(state, newest, 'reduce_only');
        continue;
      }
      newest.terms = { ...newest.terms, size: newest.terms.size - Number(excess) };
      state.emitted.push({
        kind: 'order_amended',
        order: orderViewOf(newest),
        keptPlace: true,
        nonce: null,
      });
    }
  }
}
