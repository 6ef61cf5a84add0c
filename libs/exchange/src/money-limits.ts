import type { MoneyLimits } from './command';
import { ANY } from './markets/category-rows';

/**
 * The money limits that apply unless an operator configures others.
 *
 * - A resting buy is worth at least 1 USD: filling the 8,388,608 slots of the order pool costs as many dollars, not
 *   839.
 * - 100 open orders without funds: 1,000 USD in a thousand accounts hold 100,000 slots, a hundredth of the pool.
 * - A quarter of each table is reserved for accounts with at most ten records in it: 2,097,152 orders of 209,716
 *   users.
 * - Eight outcomes in 2 KiB for each user and kind for a day: 1,000 accounts retain at most 6 MB of the 64.
 */
export const DEFAULT_MONEY_LIMITS: MoneyLimits = {
  restingMinimums: [{ name: ANY, sub: ANY, microUsdc: 1_000_000 }],
  openOrderTiers: [
    { fromMicroUsdc: 0, maxOpenOrders: 100 },
    { fromMicroUsdc: 100_000_000, maxOpenOrders: 1_000 },
    { fromMicroUsdc: 10_000_000_000, maxOpenOrders: 5_000 },
  ],
  reservedPct: 25,
  fewRecords: 10,
  keptOutcomes: 8,
  keptOutcomeBytes: 2_048,
  keptOutcomeSeconds: 86_400,
};
