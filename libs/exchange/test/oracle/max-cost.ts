/** Orders that may not cost more than their user signed: the most contracts are found by trying. */
import { builderFeeOf, costOf, curveOf, protocolFeeOf } from './amounts';
import { type Step, type Walk, inYesTerms, yesPriceOf } from './book';
import type { Market, Terms } from './state';

/** What the fills of this walk cost with all fees, and with this many more at the limit that pay no protocol fee. */
export function exactCost(market: Market, terms: Terms, steps: readonly Step[], rest = 0n): bigint {
  let notional = rest * BigInt(terms.price);
  let curve = 0n;
  for (const { maker, quantity } of steps) {
    const price = yesPriceOf(maker.terms);
    notional += quantity * BigInt(inYesTerms(terms.outcome, price));
    curve += curveOf(BigInt(price), quantity);
  }
  const { feeBps } = market.event;
  return (
    costOf(notional, 1n) +
    protocolFeeOf(feeBps, curve) +
    builderFeeOf(BigInt(terms.feeBps), notional)
  );
}

/** The walk, ended where it would cost too much; what is left then does not rest. */
export function withinCost(
  market: Market,
  terms: Terms,
  path: Walk,
  restOf: (terms: Terms, path: Walk) => bigint,
): Walk {
  if (terms.maxCost === undefined) return path;
  const most = BigInt(terms.maxCost);
  if (exactCost(market, terms, path.steps, restOf(terms, path)) <= most) return path;
  const steps: Step[] = [];
  for (const step of path.steps) {
    const costOfWith = (quantity: bigint) =>
      exactCost(market, terms, [...steps, { ...step, quantity }]);
    let [least, more] = [0n, step.quantity + 1n];
    while (least + 1n < more) {
      const tried = (least + more) / 2n;
      if (costOfWith(tried) <= most) least = tried;
      else more = tried;
    }
    if (least > 0n || step.quantity === 0n) steps.push({ ...step, quantity: least });
    if (least < step.quantity) break;
  }
  // Own orders are met only on the way to the next contract.
  while (steps.at(-1)?.quantity === 0n) steps.pop();
  const filled = steps.reduce((sum, { quantity }) => sum + quantity, 0n);
  return {
    ...path,
    steps,
    filled,
    remaining: path.filled + path.remaining - filled,
    stoppedByFillLimit: false,
    stoppedByOwn: false,
    stoppedByCost: true,
  };
}
