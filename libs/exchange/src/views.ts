/**
 * Views: the answers to queries between commands. Each is a plain value as of `lastSeq`. Bytes stay bytes (the
 * gateway encodes base58 and hex), money is micro-USDC, prices are bp.
 */
import type {
  ChainName,
  ExchangeMode,
  FeeCategory,
  MarketStatus,
  Network,
  RecipientKind,
  Resolution,
  TradingKeyEnd,
} from './command';
import type { CatalogueEvent } from './event';
import type { CancelReason, Fill, OrderStatus, Refusal } from './reply';

export type * from './cases/case-view';

/** The state after `seq` commands, the last of which was carried out at `timestampMs`. */
export interface AsOf {
  readonly seq: number;
  readonly timestampMs: number;
}

export interface BalanceView {
  readonly available: number;
  readonly locked: number;
  /** available + locked */
  readonly total: number;
  readonly withdrawing: number;
  readonly gasDebt: number;
  /** In open challenges: in neither of the others. */
  readonly staked: number;
}

/** `yes` and `no` include contracts locked in open sells. */
export interface PositionView {
  readonly yes: number;
  readonly no: number;
  readonly yesLocked: number;
  readonly noLocked: number;
}

/** A position with its market. */
export interface HeldPosition extends PositionView {
  readonly marketId: Uint8Array;
}

/** The last of the user's chain credits and gas charges that were booked; the next is one higher. */
export interface FundingView {
  readonly lastCreditSeq: number;
  readonly lastChargeSeq: number;
  readonly gasDebt: number;
}

/** `open`: accepted and under way on the chains. */
export const WITHDRAWAL_STATUSES = ['open', 'settled', 'refunded'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/**
 * `netAmount` = amount - gasFee. `seq` and `createdMs` are those of the acceptance; `endedSeq` and `endedMs` are null
 * while open.
 */
export interface WithdrawalView {
  readonly withdrawalId: Uint8Array;
  readonly user: Uint8Array;
  readonly amount: number;
  readonly gasFee: number;
  readonly netAmount: number;
  readonly chain: ChainName;
  readonly recipientKind: RecipientKind;
  /** Null: the user's own deposit address. */
  readonly recipient: Uint8Array | null;
  readonly allowProgramAddress: boolean;
  readonly nonce: number;
  /** Its number among the user's accepted withdrawals, from 1. */
  readonly paymentSeq: number;
  /** The lowest such number among the user's open withdrawals; null if none is open. */
  readonly lowestOpenSeq: number | null;
  readonly status: WithdrawalStatus;
  readonly seq: number;
  readonly createdMs: number;
  readonly endedSeq: number | null;
  readonly endedMs: number | null;
}

/** The highest nonce used of each kind, 0 before the first. */
export interface NoncesView {
  readonly order: number;
  readonly cancel_all: number;
  readonly withdraw: number;
  readonly recover: number;
  readonly cancel_after: number;
  readonly trading_key: number;
}

/** How a trading key ended; `endedMs` in Unix ms. */
export interface EndedTradingKey {
  readonly reason: TradingKeyEnd;
  readonly endedSeq: number;
  readonly endedMs: number;
}

/**
 * A key that may trade for a user, or might. `until` in Unix seconds; `nonce`, `allowedSeq` and `allowedMs` are those of
 * its allowance.
 */
export interface TradingKeyView {
  readonly tradingKey: Uint8Array;
  readonly until: number;
  readonly atMost: number;
  readonly priceBand: number;
  readonly redeem: boolean;
  /** Of `atMost` on the present day, what its resting buys lock included, in micro-USDC; null: it has ended. */
  readonly used: number | null;
  readonly nonce: number;
  readonly allowedSeq: number;
  readonly allowedMs: number;
  /** Null: it may trade. */
  readonly ended: EndedTradingKey | null;
}

/** All open orders at one price: price in bp, size in contracts. */
export interface BookLevel {
  readonly price: number;
  readonly size: number;
  readonly orders: number;
}

/** YES terms, best price first; the NO book is its exact mirror. */
export interface BookView {
  readonly status: MarketStatus;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** YES price of the last trade; null before the first. */
  readonly lastPrice: number | null;
}

export interface MarketView {
  readonly marketId: Uint8Array;
  readonly label: string;
  readonly status: MarketStatus;
  /** Its open case, and when that ends; null while there is none, or it does not end by time. */
  readonly caseId: number | null;
  readonly dueMs: number | null;
  /** Best YES bid, 0 if there is none; best YES ask, 10000 if there is none. */
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly lastPrice: number | null;
  readonly resolution: Resolution | null;
  readonly resolutionPrice: number | null;
  /** Null before it is resolved; `paidMicroUsdc` to all of its holders together. */
  readonly resolvedMs: number | null;
  readonly paidMicroUsdc: number | null;
  /** `volume`: contracts traded. `openInterest`: YES contracts outstanding. */
  readonly volume: number;
  readonly openInterest: number;
}

/** An event with its markets; `createdSeq` orders lists. */
export interface EventView extends Omit<CatalogueEvent, 'markets'> {
  readonly createdSeq: number;
  readonly markets: readonly MarketView[];
}

/** I5: `liabilities` = the sum of the parts = `assets`. If `difference` is not 0, the exchange is halted. */
export interface SolvencyView {
  readonly userAvailable: number;
  readonly userLocked: number;
  readonly withdrawing: number;
  readonly protocolFees: number;
  readonly builderRevenue: number;
  readonly gasRevenue: number;
  readonly collateral: number;
  readonly stakes: number;
  readonly disputeFund: number;
  readonly depositsCredited: number;
  readonly testCredits: number;
  readonly payouts: number;
  readonly liabilities: number;
  readonly assets: number;
  readonly difference: number;
}

/** The totals and the bookings they include, all as of one command. */
export interface BookingsView {
  readonly solvency: SolvencyView;
  /** In the order of the query: each user's last booked credit, 0 before the first. */
  readonly lastCreditSeqs: readonly number[];
  /** In the order of the query: each withdrawal's status; null if it is unknown or no longer remembered. */
  readonly withdrawals: readonly (WithdrawalStatus | null)[];
}

export interface ExchangeStatusView {
  readonly network: Network;
  readonly mode: ExchangeMode;
  readonly withdrawalsPaused: boolean;
  readonly lastSeq: number;
  /** The seq of the last command with an event, 0 before the first. A reader that has its events is up to date. */
  readonly lastEventSeq: number;
  readonly lastTimestampMs: number;
  readonly accounts: number;
  readonly markets: number;
  readonly restingOrders: number;
  readonly openWithdrawals: number;
}

export interface FeeScheduleView {
  readonly categories: readonly FeeCategory[];
  readonly asOfSeq: number;
}

/** A fill without its orders and their owners. */
export type PreviewFill = Omit<
  Fill,
  | 'tradeId'
  | 'builder'
  | 'makerBuilder'
  | 'makerBuilderFee'
  | 'maker'
  | 'taker'
  | 'makerOrderId'
  | 'takerOrderId'
>;

export interface PredictedOrder {
  /** The requested size, or the contracts that the budget pays for. */
  readonly size: number;
  /** Resting orders that it would reach, those included that are only cancelled. */
  readonly ordersMet: number;
  readonly status: OrderStatus;
  readonly filled: number;
  readonly cancelReason: CancelReason | null;
  readonly fills: readonly PreviewFill[];
  /** The user's own orders that it would cancel, and the micro-USDC this would release. */
  readonly selfTradeCancelled: readonly number[];
  readonly releasedMicroUsdc: number;
  /** Σ quantity * price of the fills, in units of 100 micro-USDC: a buy pays it, a sell receives it. */
  readonly notional: number;
  readonly takerFee: number;
  readonly builderFee: number;
  /** The lock of the resting part: money for a buy, contracts for a sell. */
  readonly lockedMicroUsdc: number;
  readonly lockedContracts: number;
}

/**
 * The predicted outcome of an order as the next command. A refusal comes with numbers too: `order` is the outcome
 * without the refusal, or null if it cannot be computed.
 */
export type PreviewView =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly order: PredictedOrder | null }
  | ({ readonly kind: 'order' } & PredictedOrder);

/** The payments to the holders of one outcome. */
export interface OutcomePayout {
  readonly contracts: number;
  /** Who hold at least one of them. */
  readonly users: number;
  readonly microUsdc: number;
}

/** The effect of resolving a market. All zero for a resolved one. */
export interface MarketResolutionView {
  readonly marketId: Uint8Array;
  readonly label: string;
  readonly resolution: Resolution;
  /** Bp of a YES contract in a void, else null. */
  readonly price: number | null;
  readonly isResolved: boolean;
  /** Open orders that it would cancel. */
  readonly openOrders: number;
  readonly yes: OutcomePayout;
  readonly no: OutcomePayout;
  /** Holders, each once. */
  readonly users: number;
  readonly paidMicroUsdc: number;
}

/** The predicted outcome of a resolution, without effect. */
export type ResolutionView =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'resolution';
      readonly eventId: string;
      readonly markets: readonly MarketResolutionView[];
    };

/** What a proposal would do as the next command, without effect. `markets` null: not asked for. */
export type ProposalView =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'proposal';
      readonly eventId: string;
      /** How long it could be challenged. */
      readonly windowSeconds: number;
      readonly markets: readonly MarketResolutionView[] | null;
    };
