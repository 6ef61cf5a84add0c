/** Limits that an operator configures. The leader journals them, because rules may depend on the journal alone. */
import { growing, list, struct, text, u16, u32, u53, u8 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';

/**
 * Limits that depend on a user's funds; the rules are in `accounts/money-rules.ts`. The leader journals this command
 * when its configuration differs from the state. Before it, the tables' capacities alone limit.
 *
 * `restingMinimums`: the least micro-USDC a buy must be worth at its limit price to rest, by category as in fee rows.
 * `openOrderTiers`: the open orders allowed from each amount of funds (micro-USDC), ascending, the first from 0.
 * `reservedPct`: the share of each table reserved for accounts that hold at most `fewRecords` in it.
 * `keptOutcomes`, `keptOutcomeBytes`, `keptOutcomeSeconds`: for each user and kind of nonce, so many outcomes of at
 * most so many bytes in total are retained for so long, whatever other users do.
 */
export const moneyLimitsLayout = growing({
  restingMinimums: list(struct({ name: text, sub: text, microUsdc: u53 })),
  openOrderTiers: list(struct({ fromMicroUsdc: u53, maxOpenOrders: u32 })),
  reservedPct: u8,
  fewRecords: u16,
  keptOutcomes: u16,
  keptOutcomeBytes: u32,
  keptOutcomeSeconds: u32,
});
export type MoneyLimits = ValueOf<typeof moneyLimitsLayout>;

export const setMoneyLimitsLayout = growing({ limits: moneyLimitsLayout });

/**
 * `openPerUser`: a user's withdrawals that may be open at once. `dailyPerUser`: a user's withdrawals accepted in one
 * UTC day of journal time. Journaled as `set_money_limits` is.
 */
export const withdrawalLimitsLayout = growing({ openPerUser: u16, dailyPerUser: u16 });
export type WithdrawalLimits = ValueOf<typeof withdrawalLimitsLayout>;

export const setWithdrawalLimitsLayout = growing({ limits: withdrawalLimitsLayout });

/**
 * `afterSeconds`: an event is archived this long after its last market was resolved, in journal time. Journaled as
 * `set_money_limits` is; without it nothing is archived.
 */
export const archivingLayout = growing({ afterSeconds: u32 });
export type Archiving = ValueOf<typeof archivingLayout>;

export const setArchivingLayout = growing({ archiving: archivingLayout });
