/**
 * The oracle's state: plain objects, Maps and BigInt money. Nothing that can be derived is stored. An account has its
 * cash; the locked amount is the sum over its open orders, and the available amount is the difference (I2,
 * I3).
 */
import type { Capacities } from '../../src/capacities';
import type {
  Archiving,
  Claim,
  CommandOf,
  ExchangeMode,
  FeeCategory,
  FullTerms,
  MarketStatus,
  MoneyLimits,
  WithdrawalLimits,
  Network,
  NonceKind,
  OrderCommand,
  Outcome,
  Resolution,
  ResolutionRow,
  ResolutionRules,
  SourceRow,
  TradingKeyEnd,
} from '../../src/command';
import type { ExchangeEvent } from '../../src/event';
import type { Answer, CancelReason, Reply } from '../../src/reply';
import { builderFeeOf, costOf } from './amounts';

/** The bounds that the protocol names. The size of an outcome and the storage of prices are internal to the engine. */
export type Limits = Pick<
  Capacities,
  | 'maxAccounts'
  | 'maxMarkets'
  | 'maxRestingOrders'
  | 'maxCreditReferences'
  | 'rememberedOutcomes'
  | 'rememberedFinishedOrders'
  | 'maxOpenWithdrawals'
  | 'rememberedEndedWithdrawals'
  | 'maxTradingKeys'
  | 'maxUsersOfBuilder'
  | 'endedPerSlice'
>;

/** The result of one command. */
export interface NaiveApplied {
  readonly answer: Answer;
  readonly events: readonly ExchangeEvent[];
}

export interface Remembered {
  readonly nonce: number;
  readonly body: string;
  readonly reply: Reply;
  /** The market of the command, if any: the outcome is forgotten with it. */
  readonly market: Market | null;
}

/** A user's history of one kind of nonce; `remembered` is oldest first. */
export interface NonceMemory {
  last: number;
  readonly remembered: Remembered[];
}

export interface Account {
  readonly user: Uint8Array;
  /** Without amounts that are being withdrawn. */
  cash: bigint;
  gasDebt: bigint;
  lastCreditSeq: number;
  lastChargeSeq: number;
  lastPaymentSeq: number;
  delegatedTo: string | null;
  maxOpenOrders: number;
  /** Whether an operator set it whatever the funds: 1,000 may be that or the beginning. */
  isLimitOwn: boolean;
  readonly nonces: Record<NonceKind, NonceMemory>;
  /** The last `cancel_after`, and when it is due; null: off, or it has happened. */
  cancelAfter: { readonly body: string; readonly reply: Reply; dueMs: number | null } | null;
  cancelAfterNonce: number;
  tradingKeys: Allowance[];
  tradingKeyNonce: number;
  /** Oldest first. */
  openOrders: Order[];
}

/** A text that allowed a trading key, while it is remembered. `order`: counts all ends. */
export interface Allowance {
  readonly key: Uint8Array;
  readonly until: number;
  readonly atMost: number;
  readonly priceBand: number;
  readonly redeem: boolean;
  /** All that it ever spent: that of an earlier text for the same key too. */
  spends: { readonly ms: number; readonly amount: bigint }[];
  readonly nonce: number;
  readonly reply: Reply;
  end: {
    readonly reason: TradingKeyEnd;
    readonly nonce: number;
    readonly reply: Reply;
    readonly order: number;
  } | null;
}

/** A payout of revenue, while its reference is remembered. */
export interface Payout {
  readonly command: CommandOf<'pay_revenue'>;
  readonly reply: Reply;
}

export interface Withdrawal {
  readonly account: Account;
  /** As accepted; its fee is less if it was settled for less. */
  terms: Omit<CommandOf<'withdraw'>, 'kind' | 'maxGasFee' | 'signature'>;
  /** Of a payout: what a refund gives back. */
  readonly payout: CommandOf<'pay_revenue'> | null;
  readonly withdrawalId: Uint8Array;
  readonly paymentSeq: number;
  readonly seq: number;
  readonly createdMs: number;
  ended: { readonly as: 'settled' | 'refunded'; readonly reply: Reply } | null;
}

/** An order in either form, with the terms of the full one beside the others. */
export type Terms = Omit<OrderCommand, 'kind' | 'terms'> & Partial<FullTerms>;

export interface Order {
  /** The seq of its command: unique, because a command places at most one order. */
  readonly id: number;
  readonly account: Account;
  readonly market: Market;
  terms: Terms;
  /** The trading key that signed its terms. */
  by: Allowance | null;
  readonly createdMs: number;
  filled: bigint;
  /** Σ quantity * own price over all its fills. */
  notional: bigint;
  /** Σ quantity * P * (10000 - P) over its fills as a maker. */
  makerCurve: bigint;
  ended: 'filled' | CancelReason | null;
}

export interface Position {
  readonly account: Account;
  yes: bigint;
  no: bigint;
}

export interface Market {
  readonly marketId: Uint8Array;
  readonly label: string;
  readonly event: CatalogueEntry;
  status: MarketStatus;
  isArchived: boolean;
  /** Oldest first, both sides. */
  openOrders: Order[];
  /** By user, in order of creation. */
  readonly positions: Map<string, Position>;
  collateral: bigint;
  lastPrice: number | null;
  /** Of each trade at another price than the one before. */
  readonly prices: { readonly ms: number; readonly price: number }[];
  volume: bigint;
  resolution: Resolution | null;
  resolutionPrice: number | null;
  paid: bigint;
  /** Ended, but with orders that are not cancelled or holders who are not paid: when it last joined the queue. */
  waitsSince: number | null;
  /** The command that resolved it. */
  resolvedAt: { readonly seq: number; readonly timestampMs: number } | null;
}

export interface CatalogueEntry {
  readonly command: CommandOf<'create_event'>;
  readonly createdSeq: number;
  readonly createdMs: number;
  readonly feeBps: bigint;
  readonly makerRebatePct: bigint;
  readonly markets: Market[];
  readonly resolutionRules: ResolutionRules | undefined;
  /** In Unix seconds: a later one than it was created with, perhaps. */
  expiry: number;
  reply: Reply | null;
  /** What its source said of it, with the answers; `isOver`: the case ended without a result. */
  readonly words: { readonly value: number; readonly reply: Reply; isOver: boolean }[];
  /** The last case that ended without a result after its source had spoken. */
  lastEnded: { readonly id: number; readonly timestampMs: number } | null;
}

export interface Credit {
  readonly user: string;
  readonly amount: number;
  readonly reply: Reply;
}

export interface State {
  readonly network: Network;
  readonly limits: Limits;
  /** Limits that depend on funds; null: none. */
  money: MoneyLimits | null;
  withdrawalLimits: WithdrawalLimits | null;
  /** Null: nothing is archived. */
  archiving: Archiving | null;
  /** Oldest first. */
  readonly archived: CatalogueEntry[];
  seq: number;
  timestampMs: number;
  mode: ExchangeMode;
  readonly accounts: Map<string, Account>;
  readonly events: Map<string, CatalogueEntry>;
  readonly markets: Map<string, Market>;
  readonly orders: Map<number, Order>;
  /** Oldest first; dropped ones are no longer in `orders`. */
  finished: Order[];
  feeCategories: readonly FeeCategory[];
  feesAsOfSeq: number;
  readonly credits: Map<string, Credit>;
  protocolFees: bigint;
  /** By the builder's key: what it earned and was not paid. */
  readonly builderRevenue: Map<string, bigint>;
  testCredits: bigint;
  depositsCredited: bigint;
  gasRevenue: bigint;
  payouts: bigint;
  withdrawalsPaused: boolean;
  lastEventSeq: number;
  /** By id; ended ones are forgotten in the order in which they ended. */
  readonly withdrawals: Map<string, Withdrawal>;
  readonly endedWithdrawals: Withdrawal[];
  /** All withdrawals accepted while limits were set. */
  readonly accepted: Pick<Withdrawal, 'account' | 'createdMs'>[];
  /** Oldest first; by the account of the source and the reference. */
  readonly payoutsGiven: Map<string, Payout>;
  /** By the account of the source. */
  readonly payoutHomes: Map<string, Uint8Array | null>;
  resolutionRules: readonly ResolutionRow[];
  /** All that there ever were. */
  readonly cases: NaiveCase[];
  disputeFund: bigint;
  /** By key. */
  readonly sources: Map<string, SourceRow>;
  /** Oldest first; by reference. `user` null: the fund. */
  readonly grants: Map<
    string,
    { readonly user: string | null; readonly amount: number; readonly reply: Reply }
  >;
  endedKeys: number;
  /** Counts the markets that joined the queue of those that end in slices. */
  queued: number;
  /** The events of the present command. */
  emitted: ExchangeEvent[];
}

export const isOpen = (order: Order): boolean => order.ended === null;

export const openSizeOf = (order: Order): bigint =>
  isOpen(order) ? BigInt(order.terms.size) - order.filled : 0n;

/**
 * What an open order locks (docs/protocol/matching.md, section 4): a buy its cost at the limit and the builder fee
 * still to come, `limit * rest * 100 + ceil(exact so far + rest at the limit) - charged`; a sell locks contracts and no
 * money.
 */
export function lockedMoneyOf(order: Order): bigint {
  if (!isOpen(order) || order.terms.side === 'sell') return 0n;
  const price = BigInt(order.terms.price);
  const feeBps = BigInt(order.terms.feeBps);
  const rest = openSizeOf(order);
  const feeInAll = builderFeeOf(feeBps, order.notional + rest * price);
  return costOf(price, rest) + feeInAll - builderFeeOf(feeBps, order.notional);
}

export const lockedOf = (account: Account): bigint =>
  account.openOrders.reduce((sum, order) => sum + lockedMoneyOf(order), 0n);

export const equityOf = (account: Account): bigint => account.cash;

/** The records of a table that are not reserved; all of them without money limits. */
export const placesForAll = ({ money }: State, places: number): number =>
  money === null ? places : places - Math.ceil((places * money.reservedPct) / 100);

export const availableOf = (account: Account): bigint => account.cash - lockedOf(account);

export const openWithdrawalsOf = (state: State): Withdrawal[] =>
  [...state.withdrawals.values()].filter(({ ended }) => ended === null);

export const withdrawingOf = (state: State, account: Account): bigint =>
  openWithdrawalsOf(state)
    .filter((withdrawal) => withdrawal.account === account)
    .reduce((sum, { terms }) => sum + BigInt(terms.amount), 0n);

export const lockedContractsOf = (account: Account, market: Market, outcome: Outcome): bigint =>
  account.openOrders
    .filter(({ market: of, terms }) => of === market && terms.side === 'sell')
    .filter(({ terms }) => terms.outcome === outcome)
    .reduce((sum, order) => sum + openSizeOf(order), 0n);

export const restingOrdersOf = (state: State): number =>
  [...state.markets.values()].reduce((sum, { openOrders }) => sum + openOrders.length, 0);

export interface Challenge {
  readonly id: number;
  readonly account: Account;
  readonly claim: Claim;
  readonly claimMarket: Market | null;
  readonly stake: bigint;
  /** It is not over: the stake is neither its owner's nor the fund's. */
  isOpen: boolean;
}

export interface Ending {
  readonly market: Market;
  readonly resolution: Resolution;
  readonly price: number | null;
}

/** A case, for ever. `market` null: of the whole event. */
export interface NaiveCase {
  readonly id: number;
  readonly event: CatalogueEntry;
  readonly market: Market | null;
  /** Of each round. */
  readonly rounds: {
    readonly endings: readonly Ending[];
    readonly by: string;
    readonly dueMs: number;
    readonly challenges: Challenge[];
    /** Its source has spoken against it. */
    isContradicted: boolean;
  }[];
  end: 'final' | 'withdrawn' | 'corrected' | 'reopened' | null;
}
