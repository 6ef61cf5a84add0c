import type { MoneyLimits } from '../command';
import {
  HIGHEST_FEW_RECORDS,
  HIGHEST_KEPT_OUTCOME_BYTES,
  HIGHEST_KEPT_OUTCOME_SECONDS,
  HIGHEST_MAX_OPEN_ORDERS,
  HIGHEST_RESERVED_PCT,
  HIGHEST_RESTING_MINIMUM,
  MAX_CATEGORY_BYTES,
  MAX_OPEN_ORDER_TIERS,
  MAX_RESTING_MINIMUMS,
  MAX_SAFE_MICRO_USDC,
  REMEMBERED_OUTCOMES,
} from '../limits';
import { bytesOfText, first, integer, wrong } from './shape';
import type { Rule } from './shape';

/** The shape of what money sets limits to, wherever it comes from: a configuration or a journal. */
export const moneyLimitsShape = (limits: MoneyLimits): Rule =>
  first([
    minimumsShape(limits),
    tiersShape(limits),
    integer('reserved_pct', limits.reservedPct, 0, HIGHEST_RESERVED_PCT),
    integer('few_records', limits.fewRecords, 1, HIGHEST_FEW_RECORDS),
    integer('kept_outcomes', limits.keptOutcomes, 0, REMEMBERED_OUTCOMES),
    integer('kept_outcome_bytes', limits.keptOutcomeBytes, 0, HIGHEST_KEPT_OUTCOME_BYTES),
    integer('kept_outcome_seconds', limits.keptOutcomeSeconds, 0, HIGHEST_KEPT_OUTCOME_SECONDS),
  ]);

function minimumsShape({ restingMinimums }: MoneyLimits): Rule {
  if (restingMinimums.length > MAX_RESTING_MINIMUMS) {
    const expected = `at most ${MAX_RESTING_MINIMUMS} categories`;
    return wrong('resting_minimums', restingMinimums.length, expected);
  }
  const seen = new Set<string>();
  for (const [i, { name, sub, microUsdc }] of restingMinimums.entries()) {
    const field = `resting_minimums[${i}]`;
    const rule = first([
      bytesOfText(`${field}.name`, name, 1, MAX_CATEGORY_BYTES),
      bytesOfText(`${field}.sub`, sub, 0, MAX_CATEGORY_BYTES),
      integer(`${field}.micro_usdc`, microUsdc, 0, HIGHEST_RESTING_MINIMUM),
    ]);
    if (rule !== null) return rule;
    const category = JSON.stringify([name, sub]);
    if (seen.has(category)) return wrong(field, category, 'each category once');
    seen.add(category);
  }
  return null;
}

/** From nothing on everybody is in a tier, and who has more may have more open. */
function tiersShape({ openOrderTiers: tiers }: MoneyLimits): Rule {
  if (tiers.length < 1 || tiers.length > MAX_OPEN_ORDER_TIERS) {
    return wrong('open_order_tiers', tiers.length, `1 to ${MAX_OPEN_ORDER_TIERS} tiers`);
  }
  for (const [i, { fromMicroUsdc, maxOpenOrders }] of tiers.entries()) {
    const before = tiers[i - 1];
    const lowest = before === undefined ? 0 : before.fromMicroUsdc + 1;
    const highest = before === undefined ? 0 : MAX_SAFE_MICRO_USDC;
    const rule = first([
      integer(`open_order_tiers[${i}].from_micro_usdc`, fromMicroUsdc, lowest, highest),
      integer(
        `open_order_tiers[${i}].max_open_orders`,
        maxOpenOrders,
        before?.maxOpenOrders ?? 1,
        HIGHEST_MAX_OPEN_ORDERS,
      ),
    ]);
    if (rule !== null) return rule;
  }
  return null;
}
