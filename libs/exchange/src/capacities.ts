import {
  ENDED_PER_SLICE,
  MAX_ACCOUNTS,
  MAX_BUILDER_KEYS,
  MAX_CREDIT_REFERENCES,
  MAX_MARKETS,
  MAX_OPEN_WITHDRAWALS,
  MAX_POSITIONS,
  MAX_PRICE_PAGES,
  MAX_RESTING_ORDERS,
  MAX_TRADING_KEYS,
  MAX_USERS_OF_BUILDER,
  OUTCOME_MEMORY_BYTES,
  REMEMBERED_ENDED_WITHDRAWALS,
  REMEMBERED_FINISHED_ORDERS,
  REMEMBERED_OUTCOMES,
} from './limits';

/**
 * The capacities of one exchange. They are part of its state: what it refuses or forgets depends on them. Production
 * takes them from `limits.ts`; tests use small ones to reach the limits.
 */
export interface Capacities {
  readonly maxAccounts: number;
  readonly maxMarkets: number;
  readonly maxRestingOrders: number;
  readonly maxPositions: number;
  readonly maxPricePages: number;
  readonly maxBuilderKeys: number;
  readonly maxCreditReferences: number;
  readonly rememberedOutcomes: number;
  readonly outcomeMemoryBytes: number;
  readonly rememberedFinishedOrders: number;
  readonly maxOpenWithdrawals: number;
  readonly rememberedEndedWithdrawals: number;
  readonly maxTradingKeys: number;
  readonly maxUsersOfBuilder: number;
  readonly endedPerSlice: number;
}

export const CAPACITIES: Capacities = {
  maxAccounts: MAX_ACCOUNTS,
  maxMarkets: MAX_MARKETS,
  maxRestingOrders: MAX_RESTING_ORDERS,
  maxPositions: MAX_POSITIONS,
  maxPricePages: MAX_PRICE_PAGES,
  maxBuilderKeys: MAX_BUILDER_KEYS,
  maxCreditReferences: MAX_CREDIT_REFERENCES,
  rememberedOutcomes: REMEMBERED_OUTCOMES,
  outcomeMemoryBytes: OUTCOME_MEMORY_BYTES,
  rememberedFinishedOrders: REMEMBERED_FINISHED_ORDERS,
  maxOpenWithdrawals: MAX_OPEN_WITHDRAWALS,
  rememberedEndedWithdrawals: REMEMBERED_ENDED_WITHDRAWALS,
  maxTradingKeys: MAX_TRADING_KEYS,
  maxUsersOfBuilder: MAX_USERS_OF_BUILDER,
  endedPerSlice: ENDED_PER_SLICE,
};

/**
 * Records to allocate at the start, so that tables do not grow (and copy themselves) under load. It is not part of
 * the state: it changes only when memory is allocated.
 */
export interface ExpectedLoad {
  readonly accounts: number;
  readonly markets: number;
  readonly restingOrders: number;
  readonly positions: number;
}

export const LITTLE_LOAD: ExpectedLoad = {
  accounts: 16,
  markets: 4,
  restingOrders: 32,
  positions: 32,
};
