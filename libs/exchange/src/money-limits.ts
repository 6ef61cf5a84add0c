import type { MoneyLimits } from './command';
import { ANY } from './markets/fee-schedule';

/**
 * What money sets limits to unless an operator says otherwise.
 *
 * - 1 USD rests at the least: the 8,388,608 places of the order pool cost as many dollars, not 839.
 * - 100 open orders without money: 1,000 USD in a thousand accounts hold 100,000 places, a hundredth of the pool.
 * - A quarter of each table for who holds ten records in it or less: 2,097,152 orders of 209,716 users.
 * - Eight outcomes in 2 KiB a user and kind for a day: 1,000 accounts keep 6 MB of the 64 at the most, whatever they do.
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
