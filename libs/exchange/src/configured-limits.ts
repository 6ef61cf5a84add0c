/** Limits that an operator configures, and that the leading engine journals, as rules follow from the journal alone. */
import { list, struct, text, u16, u32, u53, u8 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';

/**
 * What money sets limits to; rules in detail in `accounts/money-rules.ts`. The leading engine journals it when its configuration says
 * something else than the state does: a journal without it is replayed under the rules before.
 *
 * `restingMinimums`: micro-USDC at its limit price that a buy must come to where it rests, by category as in fee rows.
 * `openOrderTiers`: open orders of who has so much money (micro-USDC), rising, the first from 0.
 * `reservedPct`: so much of each table is for those who hold `fewRecords` in it or less.
 * `keptOutcomes`, `keptOutcomeBytes`, `keptOutcomeSeconds`: of each user and kind of nonce so many outcomes of together so many bytes are
 * kept for so long, whatever others do.
 */
export const moneyLimitsLayout = struct({
  restingMinimums: list(struct({ name: text, sub: text, microUsdc: u53 })),
  openOrderTiers: list(struct({ fromMicroUsdc: u53, maxOpenOrders: u32 })),
  reservedPct: u8,
  fewRecords: u16,
  keptOutcomes: u16,
  keptOutcomeBytes: u32,
  keptOutcomeSeconds: u32,
});
export type MoneyLimits = ValueOf<typeof moneyLimitsLayout>;

export const setMoneyLimitsLayout = struct({ limits: moneyLimitsLayout });

/**
 * `openPerUser`: withdrawals of a user that may be under way together. `dailyPerUser`: those of a user that may be accepted in a day,
 * UTC by the journal's time. Journaled as `set_money_limits` is.
 */
export const withdrawalLimitsLayout = struct({ openPerUser: u16, dailyPerUser: u16 });
export type WithdrawalLimits = ValueOf<typeof withdrawalLimitsLayout>;

export const setWithdrawalLimitsLayout = struct({ limits: withdrawalLimitsLayout });

/**
 * `afterSeconds`: an event is archived so long after the last of its markets was resolved, by the journal's time. Journaled as
 * `set_money_limits` is; without it nothing is archived.
 */
export const archivingLayout = struct({ afterSeconds: u32 });
export type Archiving = ValueOf<typeof archivingLayout>;

export const setArchivingLayout = struct({ archiving: archivingLayout });
