import { MAX_BUILDER_FEE_BPS, MAX_MAKER_REBATE_PCT, MAX_PROTOCOL_FEE_BPS } from '../limits';
import { FEE_BPS, MAKER_REBATE_PCT } from '../markets/market-table';
import { floorOfProduct } from '../money/exact';
import { GAS_REVENUE, PROTOCOL_FEES_CHARGED, REBATES_PAID } from '../money/ledger';
import { MARKET, OPEN, WORD } from '../orders/order-pool';
import { feeBpsOf } from '../orders/order-word';
import type { ExchangeState } from '../state';
import type { BreachList } from './breach';

/**
 * I9: rates are within their caps, rebates within the fees they come from, and payouts within what was earned. It
 * compares sums, not single fills.
 */
export function checkFees(state: ExchangeState, found: BreachList): void {
  const { builders, markets, orders, ledger } = state;
  for (let market = 1; market <= markets.used; market++) {
    const feeBps = markets.int(market, FEE_BPS);
    const pct = markets.int(market, MAKER_REBATE_PCT);
    const isCapped = feeBps <= MAX_PROTOCOL_FEE_BPS && pct <= MAX_MAKER_REBATE_PCT;
    found.expect(isCapped, 'I9', market, () => `a fee of ${feeBps} bps, a rebate of ${pct} %`);
  }
  for (let order = 1; order <= orders.used; order++) {
    if (orders.int(order, OPEN) === 0) continue;
    const feeBps = feeBpsOf(orders.int(order, WORD));
    found.expect(feeBps <= MAX_BUILDER_FEE_BPS, 'I9', orders.int(order, MARKET), () => {
      return `order ${order} has a builder fee of ${feeBps} bps`;
    });
  }
  const kept = [ledger.protocolFees, ledger.totals[GAS_REVENUE]!];
  for (let builder = 1; builder <= builders.count; builder++) kept.push(builders.revenue(builder));
  found.expect(Math.min(...kept) >= 0, 'I9', 0, () => 'more revenue was paid out than was earned');
  const charged = ledger.totals[PROTOCOL_FEES_CHARGED]!;
  const paid = ledger.totals[REBATES_PAID]!;
  found.expect(paid <= floorOfProduct(MAX_MAKER_REBATE_PCT, charged, 100), 'I9', 0, () => {
    return `rebates of ${paid} on fees of ${charged}`;
  });
}
