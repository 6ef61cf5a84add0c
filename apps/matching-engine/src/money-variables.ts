/**
 * Parses the two variables of money limits: `RESTING_MINIMUMS=*:1000000,sports/tennis:500000` and
 * `OPEN_ORDER_TIERS=0:100,100000000:1000`.
 */
import { DEFAULT_MONEY_LIMITS, moneyLimitsShape } from '@bellwether/exchange';
import type { MoneyLimits } from '@bellwether/exchange';
import { z } from 'zod';

const ANY = '*';
const MINIMUMS_EXPECTED =
  'must name categories and micro-USDC: `*:1000000`, or `*:1000000,sports:500000,sports/tennis:0`';
const TIERS_EXPECTED =
  'must name micro-USDC and open orders, rising from 0: `0:100,100000000:1000`';

/** A category may contain colons and slashes: the number follows the last colon, the sub the first slash. */
const MINIMUM = /^([^/]+?)(?:\/(.*))?:(\d{1,16})$/;
const TIER = /^(\d{1,16}):(\d{1,7})$/;

export const restingMinimumsVariable = () =>
  listVariable(
    'restingMinimums',
    (row) => {
      const [, name, sub = ANY, microUsdc] = MINIMUM.exec(row) ?? [];
      return name === undefined ? null : { name, sub, microUsdc: Number(microUsdc) };
    },
    MINIMUMS_EXPECTED,
  ).default(DEFAULT_MONEY_LIMITS.restingMinimums);

export const openOrderTiersVariable = () =>
  listVariable(
    'openOrderTiers',
    (row) => {
      const [, from, maxOpenOrders] = TIER.exec(row) ?? [];
      if (from === undefined) return null;
      return { fromMicroUsdc: Number(from), maxOpenOrders: Number(maxOpenOrders) };
    },
    TIERS_EXPECTED,
  ).default(DEFAULT_MONEY_LIMITS.openOrderTiers);

type ListName = 'restingMinimums' | 'openOrderTiers';

/** Rows are separated by commas and parsed one by one. Together they must be valid for the journal. */
function listVariable<N extends ListName>(
  name: N,
  rowOf: (text: string) => MoneyLimits[N][number] | null,
  expected: string,
) {
  return z.string({ error: expected }).transform((text, context): MoneyLimits[N] => {
    const rows = text.split(',').map((row) => rowOf(row.trim()));
    const limits = { ...DEFAULT_MONEY_LIMITS, [name]: rows.filter((row) => row !== null) };
    const wrong = moneyLimitsShape(limits);
    if (wrong === null && !rows.includes(null)) return limits[name];
    const facts = (wrong?.details ?? []).map((detail) => ` ${detail.name}=${detail.value}`);
    context.addIssue({ code: 'custom', message: `${expected}${facts.join()}` });
    return z.NEVER;
  });
}
