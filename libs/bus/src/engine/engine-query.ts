/**
 * Queries that the engine answers between commands. On the wire they are JSON with bytes as hex (`JsonOf<View>`); both
 * ends use domain values: `EngineClient.query` takes and returns `Uint8Array`s.
 */
import type {
  AskedProposal,
  AsOf,
  BalanceView,
  BookView,
  BookingsView,
  CaseStatus,
  CaseView,
  EventResolution,
  EventView,
  ExchangeStatusView,
  FeeScheduleView,
  FundingView,
  HeldPosition,
  MarketResolution,
  MarketView,
  NonceOutcomeView,
  NoncesView,
  OrderView,
  PositionView,
  PreviewTerms,
  PreviewView,
  ProposalView,
  ResolutionRow,
  ResolutionView,
  SolvencyView,
  SourceRow,
  TradingKeyView,
  WithdrawalView,
} from '@bellwether/exchange';
import type { FlatLevels } from '@bellwether/market-data';
import type { EventOffset } from '../events/event-offset';

/** An open case without its users; `challenges`: how many wait for a decision. `dueMs` null: it does not end by time. */
export interface OpenCase extends Omit<CaseView, 'challenges' | 'dueMs'> {
  readonly status: CaseStatus;
  readonly dueMs: number | null;
  readonly challenges: number;
}

/** Cut before a message grows too large. */
export interface OpenCasesPage {
  readonly cases: readonly OpenCase[];
  readonly hasMore: boolean;
}

/** Newest first, cut before a message grows too large; `next` is the `before` of the next page, null at the end. */
export interface EventsPage {
  readonly events: readonly EventView[];
  readonly next: number | null;
}

/** Newest first; `next` is the `before` of the next page, null at the end. */
export interface OrdersPage {
  readonly orders: readonly OrderView[];
  readonly next: number | null;
}

export interface MarketWithEvent {
  readonly event: EventView;
  readonly market: MarketView;
}

/** The whole book of a market, best levels first. */
export interface LevelsView {
  readonly bids: FlatLevels;
  readonly asks: FlatLevels;
}

/** A rate limit of a user now: `requests` in `perMs`, `burst` after a rest, of which `remaining` are left. */
export interface UserRateView {
  readonly requests: number;
  readonly perMs: number;
  readonly burst: number;
  readonly remaining: number;
}

/** How much a user may do. `rates` null: this exchange limits nobody. */
export interface UserLimitsView {
  readonly maxOpenOrders: number;
  readonly rates: {
    readonly orders: UserRateView;
    readonly cancels: UserRateView;
    readonly keys: UserRateView;
  } | null;
}

/** A user's account as of one command: at most `MAX_ACCOUNT_POSITIONS` and `MAX_ACCOUNT_ORDERS`. */
export interface AccountView {
  readonly balance: BalanceView;
  /** Positions that hold contracts. */
  readonly positions: readonly HeldPosition[];
  readonly morePositions: boolean;
  /** Open orders, newest first; `nextOrders` is the `before` of the next page, null at the end. */
  readonly orders: readonly OrderView[];
  readonly nextOrders: number | null;
}

export interface EngineQueries {
  /** An unknown user has zeros. */
  balance: { params: { user: Uint8Array }; view: BalanceView };
  position: { params: { user: Uint8Array; marketId: Uint8Array }; view: PositionView };
  /** An unknown user has zeros. */
  account: { params: { user: Uint8Array }; view: AccountView };
  /** The highest nonce used of each kind. */
  nonces: { params: { user: Uint8Array }; view: NoncesView };
  limits: { params: { user: Uint8Array }; view: UserLimitsView };
  /** Those that may trade for the user, then those that ended and are remembered: at most 32. */
  trading_keys: { params: { user: Uint8Array }; view: readonly TradingKeyView[] };
  /** `depth` levels per side, 1 to 500; null: no such market. */
  book: { params: { marketId: Uint8Array; depth: number }; view: BookView | null };
  /** Every level, for readers that then update the book from events; null: no such market. */
  levels: { params: { marketId: Uint8Array }; view: LevelsView | null };
  /** Open orders; `limit` 1 to 1,000, `before` an order's `seq`, exclusive. */
  orders: {
    params: { user: Uint8Array; marketId?: Uint8Array; limit: number; before?: number };
    view: OrdersPage;
  };
  /** Open or recently finished; null: unknown, another user's, or too old (query history). */
  order: { params: { user: Uint8Array; orderId: number }; view: OrderView | null };
  /** The outcome of an order nonce, while it is remembered; null: query history. */
  nonce_outcome: { params: { user: Uint8Array; nonce: number }; view: NonceOutcomeView | null };
  /** The result an order would have as the next command; nothing is placed. */
  preview: { params: PreviewTerms; view: PreviewView };
  /** The payments of a resolution as the next command; nothing is resolved. */
  market_resolution: { params: MarketResolution; view: ResolutionView };
  event_resolution: { params: EventResolution; view: ResolutionView };
  /** What a proposal would begin and pay as the next command; nothing is proposed. */
  proposal: { params: AskedProposal; view: ProposalView };
  /** Those that are open, newest first; `limit` 1 to 200. */
  cases: { params: { limit: number }; view: OpenCasesPage };
  /** By category, for new events. */
  resolution_rules: { params: Record<never, never>; view: readonly ResolutionRow[] };
  /** All that there ever were, retired ones too: at most 256. */
  sources: { params: Record<never, never>; view: readonly SourceRow[] };
  /** `limit` 1 to 500, `before` an event's `createdSeq`, exclusive. */
  events: { params: { limit: number; before?: number }; view: EventsPage };
  event: { params: { eventId: string }; view: EventView | null };
  market: { params: { marketId: Uint8Array }; view: MarketWithEvent | null };
  fees: { params: Record<never, never>; view: FeeScheduleView };
  status: { params: Record<never, never>; view: ExchangeStatusView };
  /** Offset of the last event made so far: a reader that has processed it is up to date. */
  event_place: { params: Record<never, never>; view: EventOffset };
  solvency: { params: Record<never, never>; view: SolvencyView };
  /** At most `MAX_BOOKINGS` of each, to compare the chains with the books. */
  bookings: {
    params: { users: readonly Uint8Array[]; withdrawalIds: readonly Uint8Array[] };
    view: BookingsView;
  };
  /** What a builder's keys earned and were not paid, together, in micro-USDC; keys that never traded have nothing. */
  revenue: { params: { keys: readonly Uint8Array[] }; view: number };
  /** How far a user's chain credits and gas charges were accepted; an unknown user has zeros. */
  funding: { params: { user: Uint8Array }; view: FundingView };
  /** Open or recently ended; null: unknown, or too old (query history). */
  withdrawal: { params: { withdrawalId: Uint8Array }; view: WithdrawalView | null };
  /** The builder id the user trades through, null if the user holds its own key. */
  delegate: { params: { user: Uint8Array }; view: string | null };
}

export type EngineQuery = keyof EngineQueries;
export type ParamsOf<Q extends EngineQuery> = EngineQueries[Q]['params'];
export type ViewOf<Q extends EngineQuery> = EngineQueries[Q]['view'];

/** With the state that the view shows. */
export type ResultOf<Q extends EngineQuery> = AsOf & { readonly view: ViewOf<Q> };

/** The JSON form of a value: bytes become lower-case hex. */
export type JsonOf<T> = T extends Uint8Array
  ? string
  : T extends readonly (infer E)[]
    ? readonly JsonOf<E>[]
    : T extends object
      ? { readonly [K in keyof T]: JsonOf<T[K]> }
      : T;
