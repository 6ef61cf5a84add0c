/** The mix of commands in a stream: each profile reaches corner cases that the others rarely reach. */
import type { Limits } from '../oracle/state';

export type Action =
  | 'order'
  | 'exact_funds'
  | 'sweep'
  | 'repeat'
  | 'low_nonce'
  | 'cancel'
  | 'cancel_all'
  | 'credit'
  | 'repeat_credit'
  | 'register_delegate'
  | 'create_event'
  | 'repeat_event'
  | 'market_status'
  | 'resolve_market'
  | 'resolve_event'
  | 'mode'
  | 'fees'
  | 'user_limits'
  | 'money_limits'
  | 'withdrawal_limits'
  | 'archiving'
  | 'tick'
  | 'chain_credit'
  | 'charge_gas'
  | 'withdraw'
  | 'end_withdrawal'
  | 'recover'
  | 'pause_withdrawals'
  | 'redeem'
  | 'full_order'
  | 'amend'
  | 'cancel_after'
  | 'allow_trading_key'
  | 'revoke_trading_key'
  | 'by_signer'
  | 'pay_revenue'
  | 'repeat_payout'
  | 'resolution_rules'
  | 'propose'
  | 'withdraw_case'
  | 'challenge'
  | 'decide'
  | 'grant'
  | 'set_source'
  | 'attest';

export interface Profile {
  readonly name: string;
  /** From this many commands on, a stream reaches its corner cases. */
  readonly minCommands: number;
  readonly users: number;
  /** New markets are created when fewer than this are active. */
  readonly activeMarkets: number;
  readonly outcomesPerEvent: readonly number[];
  /** In YES terms, so that orders of both outcomes meet. */
  readonly prices: readonly number[];
  readonly sizes: readonly number[];
  readonly credits: readonly number[];
  readonly protocolFeesBps: readonly (number | null)[];
  readonly builderFeesBps: readonly number[];
  /** Seconds from creation to expiry. */
  readonly expiriesIn: readonly number[];
  /** How often a step jumps to the next opening or expiry. */
  readonly jumpsToDue: number;
  /** How often a step comes minutes or hours after the one before: reference prices fall. */
  readonly pauses: number;
  readonly openOrderLimits: readonly number[];
  /** Of resolution rules: seconds, and micro-USDC. */
  readonly windows: readonly number[];
  readonly stakes: readonly number[];
  readonly weights: Readonly<Partial<Record<Action, number>>>;
  /** Small limits of the exchange, for profiles that test them. */
  readonly limits: Partial<Limits>;
}

const EVERYDAY: Profile = {
  name: 'everyday',
  minCommands: 500,
  users: 6,
  activeMarkets: 2,
  outcomesPerEvent: [1, 2, 3],
  prices: [1, 3000, 4900, 4950, 5000, 5050, 5100, 7001, 9999],
  sizes: [1, 2, 3, 5, 7, 10, 33, 100],
  credits: [1, 10_000, 1_000_000, 50_000_000, 1_000_000_000],
  protocolFeesBps: [null, 0, 1, 700, 1000],
  builderFeesBps: [0, 1, 7, 25, 100],
  expiriesIn: [60, 3_600, 86_400],
  jumpsToDue: 0.001,
  pauses: 0,
  openOrderLimits: [1, 2, 5, 1_000, 1_000, 1_000],
  windows: [0, 5, 60],
  stakes: [0, 1, 5_000_000],
  weights: {
    order: 600,
    exact_funds: 40,
    repeat: 40,
    low_nonce: 10,
    cancel: 100,
    cancel_all: 15,
    credit: 80,
    repeat_credit: 10,
    register_delegate: 8,
    create_event: 1,
    repeat_event: 4,
    market_status: 8,
    resolve_market: 3,
    resolve_event: 2,
    mode: 4,
    fees: 3,
    user_limits: 3,
    tick: 6,
    chain_credit: 25,
    charge_gas: 10,
    withdraw: 30,
    end_withdrawal: 25,
    recover: 6,
    pause_withdrawals: 4,
    redeem: 30,
    full_order: 220,
    amend: 60,
    cancel_after: 10,
    allow_trading_key: 30,
    revoke_trading_key: 15,
    by_signer: 40,
    resolution_rules: 1,
    propose: 3,
    challenge: 6,
    decide: 4,
    grant: 2,
  },
  limits: {},
};

/** Balances of a few micro-USDC around what orders need. */
const POOR: Profile = {
  ...EVERYDAY,
  name: 'poor',
  users: 4,
  activeMarkets: 1,
  sizes: [1, 1, 2, 3],
  prices: [1, 2, 4999, 5000, 5001, 9998, 9999],
  credits: [1, 2, 100, 101, 5_000],
  weights: { ...EVERYDAY.weights, order: 250, exact_funds: 400, credit: 30 },
};

/** Sizes, prices and credits at their maxima: products far beyond 2^53. */
const HUGE: Profile = {
  ...EVERYDAY,
  name: 'huge',
  users: 4,
  activeMarkets: 1,
  sizes: [1, 4_999_999, 7_777_777, 9_999_999, 10_000_000],
  prices: [1, 2, 3333, 4999, 5000, 6667, 9998, 9999],
  credits: [1_000_000, 9_999_000_000_000, 60_000_000_000_000, 900_000_000_000_000],
  protocolFeesBps: [999, 1000],
  builderFeesBps: [0, 99, 100],
};

/** Few users who repeat themselves: more repeats than outcomes are remembered. */
const NONCES: Profile = {
  ...EVERYDAY,
  name: 'nonces',
  users: 2,
  activeMarkets: 1,
  weights: {
    ...EVERYDAY.weights,
    order: 300,
    exact_funds: 0,
    repeat: 200,
    low_nonce: 100,
    cancel: 50,
    cancel_all: 100,
    credit: 40,
  },
};

/** Markets are created and closed all the time. */
const LIFECYCLE: Profile = {
  ...EVERYDAY,
  name: 'lifecycle',
  activeMarkets: 1,
  expiriesIn: [1, 5, 20, 60],
  jumpsToDue: 0.02,
  weights: {
    ...EVERYDAY.weights,
    order: 400,
    credit: 60,
    register_delegate: 15,
    create_event: 15,
    repeat_event: 15,
    market_status: 60,
    resolve_market: 30,
    resolve_event: 25,
    mode: 10,
    fees: 15,
    tick: 20,
  },
};

/** More deposits and withdrawals than trades. */
const FUNDING: Profile = {
  ...EVERYDAY,
  name: 'funding',
  users: 4,
  activeMarkets: 1,
  weights: {
    ...EVERYDAY.weights,
    order: 200,
    credit: 10,
    repeat: 100,
    low_nonce: 30,
    chain_credit: 120,
    charge_gas: 60,
    withdraw: 200,
    end_withdrawal: 180,
    recover: 40,
    pause_withdrawals: 8,
    withdrawal_limits: 6,
    redeem: 0,
    full_order: 0,
    amend: 0,
    cancel_after: 0,
    allow_trading_key: 0,
    revoke_trading_key: 0,
    by_signer: 0,
  },
};

/** Thousands of one-contract orders and walks that end at the fill limit. */
const DEEP: Profile = {
  ...EVERYDAY,
  name: 'deep',
  minCommands: 3_500,
  users: 5,
  activeMarkets: 1,
  outcomesPerEvent: [1],
  prices: [4998, 4999, 5000, 5001],
  sizes: [1, 1, 1, 2],
  credits: [1_000_000_000, 100_000_000_000],
  expiriesIn: [86_400],
  jumpsToDue: 0,
  openOrderLimits: [100, 1_000, 2_000],
  weights: {
    order: 10,
    sweep: 30,
    full_order: 3,
    amend: 3,
    cancel: 5,
    cancel_all: 0.2,
    register_delegate: 1,
  },
};

/** An exchange with very small tables. */
const CRAMPED: Profile = {
  ...EVERYDAY,
  name: 'cramped',
  users: 8,
  expiriesIn: [5, 20],
  jumpsToDue: 0.01,
  weights: { ...EVERYDAY.weights, credit: 120, create_event: 15, cancel: 150, withdraw: 80 },
  limits: {
    maxAccounts: 6,
    maxMarkets: 24,
    maxRestingOrders: 12,
    maxCreditReferences: 60,
    rememberedOutcomes: 3,
    rememberedFinishedOrders: 10,
    maxOpenWithdrawals: 3,
    rememberedEndedWithdrawals: 4,
    maxTradingKeys: 6,
    endedPerSlice: 2,
  },
};

/** Money limits that change all the time, in an exchange that is soon full; some users never have funds. */
const MONEYED: Profile = {
  ...EVERYDAY,
  name: 'moneyed',
  minCommands: 1_000,
  users: 12,
  activeMarkets: 1,
  expiriesIn: [60, 3_600],
  credits: [1, 1_000_000, 50_000_000, 1_000_000_000],
  openOrderLimits: [1, 5, 1_000, 1_000],
  weights: {
    ...EVERYDAY.weights,
    money_limits: 10,
    withdrawal_limits: 4,
    credit: 25,
    chain_credit: 10,
    withdraw: 120,
    recover: 10,
    tick: 30,
  },
  limits: {
    endedPerSlice: 2,
    maxAccounts: 8,
    maxRestingOrders: 24,
    maxOpenWithdrawals: 8,
    rememberedOutcomes: 4,
    maxTradingKeys: 20,
    maxUsersOfBuilder: 2,
  },
};

/** Events are resolved and archived, in an exchange with room for few of them; earlier commands are repeated. */
const ARCHIVING: Profile = {
  ...LIFECYCLE,
  name: 'archiving',
  activeMarkets: 3,
  expiriesIn: [3_600, 200_000, 2_000_000],
  jumpsToDue: 0.04,
  weights: {
    ...LIFECYCLE.weights,
    archiving: 10,
    withdrawal_limits: 2,
    money_limits: 1,
    repeat: 150,
    low_nonce: 60,
    cancel: 150,
    create_event: 8,
    repeat_event: 20,
    resolve_market: 20,
    resolve_event: 30,
  },
  limits: {
    maxMarkets: 24,
    rememberedFinishedOrders: 200,
    rememberedOutcomes: 20,
    endedPerSlice: 3,
  },
};

/** Many holders and resting orders, of markets that end in slices of two: everything happens between two slices. */
const SLICES: Profile = {
  ...LIFECYCLE,
  name: 'slices',
  minCommands: 2_000,
  users: 12,
  activeMarkets: 2,
  outcomesPerEvent: [1, 3, 4],
  sizes: [1, 2, 3, 5],
  credits: [50_000_000, 1_000_000_000],
  expiriesIn: [5, 60, 3_600],
  jumpsToDue: 0.02,
  weights: {
    ...LIFECYCLE.weights,
    credit: 80,
    cancel_all: 8,
    full_order: 300,
    market_status: 20,
    resolve_market: 12,
    resolve_event: 12,
    archiving: 2,
    cancel_after: 30,
    tick: 60,
  },
  limits: { endedPerSlice: 2 },
};

/** Few users with many trading keys, more than they may have; most commands are signed by one. */
const KEYS: Profile = {
  ...EVERYDAY,
  name: 'keys',
  minCommands: 2_000,
  users: 2,
  activeMarkets: 1,
  expiriesIn: [86_400, 1_000_000],
  jumpsToDue: 0.002,
  pauses: 0.02,
  weights: {
    ...EVERYDAY.weights,
    order: 200,
    full_order: 60,
    allow_trading_key: 300,
    revoke_trading_key: 30,
    // A builder's user has no trading keys.
    register_delegate: 0,
    by_signer: 200,
  },
};

/** Builders and the exchange are paid what they earned, among withdrawals, with few references remembered. */
const REVENUE: Profile = {
  ...EVERYDAY,
  name: 'revenue',
  users: 5,
  activeMarkets: 1,
  credits: [50_000_000, 1_000_000_000],
  builderFeesBps: [25, 100],
  weights: {
    ...EVERYDAY.weights,
    register_delegate: 20,
    withdraw: 60,
    withdrawal_limits: 4,
    money_limits: 2,
    charge_gas: 20,
    chain_credit: 50,
    end_withdrawal: 150,
    pay_revenue: 200,
    repeat_payout: 60,
    allow_trading_key: 0,
    revoke_trading_key: 0,
    by_signer: 0,
  },
  limits: { maxAccounts: 9, maxCreditReferences: 40, maxOpenWithdrawals: 8 },
};

/** Results that are disputed, while everything else goes on: many users, small stakes, short windows. */
const CASES: Profile = {
  ...LIFECYCLE,
  name: 'cases',
  minCommands: 2_000,
  users: 20,
  activeMarkets: 3,
  outcomesPerEvent: [1, 2, 3, 4],
  credits: [1, 5_000_000, 50_000_000, 1_000_000_000],
  expiriesIn: [60, 600, 3_600],
  jumpsToDue: 0.01,
  windows: [0, 60, 600, 600],
  stakes: [0, 1, 1, 999_999, 5_000_000, 5_000_000],
  weights: {
    ...LIFECYCLE.weights,
    order: 250,
    full_order: 60,
    market_status: 20,
    resolve_market: 3,
    resolve_event: 3,
    mode: 2,
    tick: 30,
    archiving: 1,
    resolution_rules: 12,
    propose: 80,
    withdraw_case: 8,
    challenge: 200,
    decide: 110,
    grant: 20,
    set_source: 8,
    attest: 70,
  },
  limits: { endedPerSlice: 4, maxCreditReferences: 60 },
};

export const PROFILES: readonly Profile[] = [
  EVERYDAY,
  POOR,
  HUGE,
  NONCES,
  LIFECYCLE,
  FUNDING,
  DEEP,
  CRAMPED,
  MONEYED,
  ARCHIVING,
  KEYS,
  SLICES,
  REVENUE,
  CASES,
];
