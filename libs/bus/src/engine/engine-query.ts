/**
 * What the engine can be asked between commands. On the wire JSON with bytes as hex (`JsonOf<View>`); both ends
 * see domain values: `EngineClient.query` takes and gives `Uint8Array`s.
 */
import type {
  BalanceView,
  BookView,
  BookingsView,
  EventView,
  ExchangeStatusView,
  FeeScheduleView,
  FundingView,
  HeldPosition,
  MarketView,
  NoncesView,
  OrderView,
  PositionView,
  PreviewTerms,
  PreviewView,
  SolvencyView,
  WithdrawalView,
} from '@bellwether/exchange';
import type { FlatLevels } from '@bellwether/market-data';
import type { EventOffset } from '../events/event-offset';

/** Newest first, cut where a message would grow too large; `next` is the `before` of the next page, null at the end. */
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

/** What a user has, all as of one command: at most `MAX_ACCOUNT_POSITIONS` and `MAX_ACCOUNT_ORDERS`. */
export interface AccountView {
  readonly balance: BalanceView;
  /** Those that hold contracts. */
  readonly positions: readonly HeldPosition[];
  readonly morePositions: boolean;
  /** Open ones, newest first; `nextOrders` is the `before` of the next page of them, null at the end. */
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
  /** `depth` levels a side, 1 to 500; null: no such market. */
  book: { params: { marketId: Uint8Array; depth: number }; view: BookView | null };
  /** Every level, for who keeps the book by events from then on; null: no such market. */
  levels: { params: { marketId: Uint8Array }; view: LevelsView | null };
  /** Open orders; `limit` 1 to 1,000, `before` an order's `seq`, exclusive. */
  orders: {
    params: { user: Uint8Array; marketId?: Uint8Array; limit: number; before?: number };
    view: OrdersPage;
  };
  /** Open or lately finished; null: unknown, of another user, or too old (ask history). */
  order: { params: { user: Uint8Array; orderId: number }; view: OrderView | null };
  /** What an order would come to as the next command; nothing is placed. */
  preview: { params: PreviewTerms; view: PreviewView };
  /** `limit` 1 to 500, `before` an event's `createdSeq`, exclusive. */
  events: { params: { limit: number; before?: number }; view: EventsPage };
  event: { params: { eventId: string }; view: EventView | null };
  market: { params: { marketId: Uint8Array }; view: MarketWithEvent | null };
  fees: { params: Record<never, never>; view: FeeScheduleView };
  status: { params: Record<never, never>; view: ExchangeStatusView };
  /** Where the last event is that the commands so far made: whoever took in that one has all there is. */
  event_place: { params: Record<never, never>; view: EventOffset };
  solvency: { params: Record<never, never>; view: SolvencyView };
  /** At most `MAX_BOOKINGS` of each: for who compares the chains with the books. */
  bookings: {
    params: { users: readonly Uint8Array[]; withdrawalIds: readonly Uint8Array[] };
    view: BookingsView;
  };
  /** How far a user's chain credits and gas charges were taken in; an unknown user has zeros. */
  funding: { params: { user: Uint8Array }; view: FundingView };
  /** Open or lately ended; null: unknown, or too old (ask history). */
  withdrawal: { params: { withdrawalId: Uint8Array }; view: WithdrawalView | null };
  /** The builder id the user trades through, null where it holds its own key. */
  delegate: { params: { user: Uint8Array }; view: string | null };
}

export type EngineQuery = keyof EngineQueries;
export type ParamsOf<Q extends EngineQuery> = EngineQueries[Q]['params'];
export type ViewOf<Q extends EngineQuery> = EngineQueries[Q]['view'];

/** The state the view shows: after `seq` commands, the last of which was carried out at `timestampMs`. */
export interface AsOf {
  readonly seq: number;
  readonly timestampMs: number;
}
export type ResultOf<Q extends EngineQuery> = AsOf & { readonly view: ViewOf<Q> };

/** The JSON form of a value: bytes become lower-case hex. */
export type JsonOf<T> = T extends Uint8Array
  ? string
  : T extends readonly (infer E)[]
    ? readonly JsonOf<E>[]
    : T extends object
      ? { readonly [K in keyof T]: JsonOf<T[K]> }
      : T;
