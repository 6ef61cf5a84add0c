/**
 * Views: what the exchange tells of itself between commands. Each is a plain value as of `lastSeq`;
 * bytes stay bytes (the edge writes base58 and hex), money is micro-USDC, prices are bp.
 */
import type {
  Category,
  ChainName,
  ExchangeMode,
  FeeCategory,
  MarketStatus,
  Network,
  RecipientKind,
  Resolution,
} from './command';
import type { CancelReason, Fill, OrderStatus, Refusal } from './reply';

export interface BalanceView {
  readonly available: number;
  readonly locked: number;
  /** available + locked */
  readonly total: number;
  readonly withdrawing: number;
  readonly gasDebt: number;
}

/** `yes` and `no` include what is locked in open sells. */
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

/** How far the user's chain credits and gas charges were taken in: the next is one higher. */
export interface FundingView {
  readonly lastCreditSeq: number;
  readonly lastChargeSeq: number;
  readonly gasDebt: number;
}

/** `open`: accepted and under way on the chains. */
export const WITHDRAWAL_STATUSES = ['open', 'settled', 'refunded'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** `netAmount` = amount - gasFee. `seq` and `createdMs` of its acceptance; those of its end are null while it is open. */
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
  readonly nonce: number;
  readonly status: WithdrawalStatus;
  readonly seq: number;
  readonly createdMs: number;
  readonly endedSeq: number | null;
  readonly endedMs: number | null;
}

export interface NoncesView {
  readonly order: number;
  readonly cancel_all: number;
  readonly withdraw: number;
  readonly recover: number;
}

export interface BookLevel {
  readonly price: number;
  readonly size: number;
  readonly orders: number;
}

/** YES terms, best first; the NO book is its exact mirror. */
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
  /** Best YES bid, 0 where there is none; best YES ask, 10000 where there is none. */
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly lastPrice: number | null;
  readonly resolution: Resolution | null;
  readonly resolutionPrice: number | null;
  /** Contracts traded and YES contracts outstanding. */
  readonly volume: number;
  readonly openInterest: number;
}

/** An event with its markets; `createdSeq` orders lists. Times in Unix seconds. */
export interface EventView {
  readonly eventId: string;
  readonly question: string;
  readonly description: string;
  readonly category: Category;
  readonly expiry: number;
  readonly mutuallyExclusive: boolean;
  readonly feeBps: number;
  readonly makerRebatePct: number;
  readonly opensAt: number | null;
  readonly createdMs: number;
  readonly createdSeq: number;
  readonly markets: readonly MarketView[];
}

/** I5: `liabilities` = the sum of the parts = `assets`; `difference` is 0 or the exchange is halted. */
export interface SolvencyView {
  readonly userAvailable: number;
  readonly userLocked: number;
  readonly withdrawing: number;
  readonly protocolFees: number;
  readonly builderRevenue: number;
  readonly gasRevenue: number;
  readonly collateral: number;
  readonly depositsCredited: number;
  readonly testCredits: number;
  readonly payouts: number;
  readonly liabilities: number;
  readonly assets: number;
  readonly difference: number;
}

/** The sums, and what of credits and withdrawals is in them, all as of one command. */
export interface BookingsView {
  readonly solvency: SolvencyView;
  /** Of each user that was asked for, in that order: the last credit that was taken in, 0 before the first. */
  readonly lastCreditSeqs: readonly number[];
  /** Of each withdrawal that was asked for, in that order; null: unknown, or ended so long ago that it is forgotten. */
  readonly withdrawals: readonly (WithdrawalStatus | null)[];
}

export interface ExchangeStatusView {
  readonly network: Network;
  readonly mode: ExchangeMode;
  readonly withdrawalsPaused: boolean;
  readonly lastSeq: number;
  /** Of the last command that made an event, 0 before the first: whoever took in that one has all there is. */
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

/** A fill without the names of its orders and their owners. */
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

/** How an order would end up. */
export interface PredictedOrder {
  /** As it was asked for, or as many contracts as the budget pays for. An engine of the release before does not say it. */
  readonly size?: number;
  readonly status: OrderStatus;
  readonly filled: number;
  readonly cancelReason: CancelReason | null;
  readonly fills: readonly PreviewFill[];
  /** Own orders that would be cancelled on the way, and the micro-USDC they would give back. */
  readonly selfTradeCancelled: readonly number[];
  readonly releasedMicroUsdc: number;
  /** Σ quantity * price of the fills: 100 micro-USDC each, paid by a buy, got by a sell. */
  readonly notional: number;
  readonly takerFee: number;
  readonly builderFee: number;
  /** What the part that rests would lock: money of a buy, contracts of a sell. */
  readonly lockedMicroUsdc: number;
  readonly lockedContracts: number;
}

/**
 * What an order would come to as the next command. A refusal hides no numbers: its order is what it would come to if
 * nothing refused it, null where that cannot be said; an engine of the release before leaves it out.
 */
export type PreviewView =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly order?: PredictedOrder | null }
  | ({ readonly kind: 'order' } & PredictedOrder);
