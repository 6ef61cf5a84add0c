/** What is asked for, in the words of the interface. Prices are basis points, amounts micro-USDC, ids hex, keys base58. */
import type {
  CandleInterval,
  DepositPhase,
  ExchangeMode,
  MarketStatus,
  OrderStatus,
  OrderType,
  OutcomeSide,
  Resolution,
  Side,
  Tier,
} from './answers/words';

export interface OrderRequest {
  readonly market_id: string;
  readonly side: Side;
  readonly outcome: OutcomeSide;
  /** 1 to 9999, of this outcome. A market order is an `ioc` at 9999 (buy) or 100 (sell). */
  readonly price: number;
  /** Contracts, 1 to 10,000,000. */
  readonly size: number;
  readonly order_type: OrderType;
}

export interface BuilderOrderRequest extends OrderRequest {
  /** The builder's own fee; 0 where it is not given. */
  readonly fee_bps?: number;
}

/** Nothing is signed and no nonce is used, so anybody may ask about any user's, or about nobody's. */
export interface PreviewRequest extends Omit<BuilderOrderRequest, 'size'> {
  /** Without it nobody's means are looked at. */
  readonly user?: string;
  readonly size?: number;
  /** In place of `size`, of a buy: what it may take with all fees. The answer says how many contracts that pays for. */
  readonly budget_micro_usdc?: number;
}

export interface CancelRequest {
  readonly market_id: string;
  readonly order_id: number;
}

/** Without a market: in all of them. */
export interface CancelAllRequest {
  readonly market_id?: string;
}

/** To the user's own deposit address, or to a wallet on one of the chains. */
export interface WithdrawRequest {
  readonly amount: number;
  readonly recipient_ext?: string;
  readonly recipient_main?: string;
}

export interface RecoverRequest {
  /** The native token is `11111111111111111111111111111111`. */
  readonly mint: string;
  readonly recipient_ext: string;
}

/** `before` is the `next_cursor` of the page before. */
export interface PageQuery {
  readonly limit?: number;
  readonly before?: string;
}

export interface CatalogueQuery extends PageQuery {
  readonly status?: MarketStatus;
  /** A name, or a name and a sub as `sports/football`. */
  readonly category?: string;
  readonly event_id?: string;
  /** Found in question or labels. */
  readonly q?: string;
}

export interface OrdersQuery extends PageQuery {
  /** `open`: live, of resting and partially filled orders. */
  readonly status?: 'open' | OrderStatus;
  readonly market_id?: string;
}

/** `from` inclusive, `to` exclusive, Unix seconds. */
export interface CandlesQuery {
  readonly interval: CandleInterval;
  readonly from?: number;
  readonly to?: number;
}

export interface BuilderTradesQuery extends PageQuery {
  readonly market_id?: string;
  readonly from?: number;
  readonly to?: number;
}

export interface FaucetRequest {
  readonly chain: string;
  readonly address: string;
  readonly token: 'usdc' | 'native';
  /** Micro-USDC or lamports. */
  readonly amount: number;
}

/** As much as is known of what was signed. */
interface Evidence {
  /** In whatever encoding. */
  readonly signature?: string;
  /** The bytes that were signed, in hex. */
  readonly message?: string;
  /** Of the key that signs, where it may be another than the user's. */
  readonly public_key?: string;
}
interface OfUser {
  readonly user: string;
}
interface OfAddress {
  readonly main_address: string;
}
interface UnderNonce {
  readonly nonce: number;
}

/** The fields of a signed request, and what was signed. */
export type DebugSignatureRequest = Evidence &
  (
    | ({ readonly kind: 'order'; readonly order_type?: OrderType } & OfUser &
        UnderNonce &
        Omit<BuilderOrderRequest, 'order_type'>)
    | ({ readonly kind: 'cancel' } & OfUser & CancelRequest)
    | ({ readonly kind: 'cancel_all' } & OfUser & UnderNonce & CancelAllRequest)
    | ({ readonly kind: 'withdraw' } & OfAddress & UnderNonce & WithdrawRequest)
    | ({ readonly kind: 'recover' } & OfAddress & UnderNonce & RecoverRequest)
  );

export interface CreateEventRequest {
  /** Makes it safe to send again. */
  readonly event_id?: string;
  readonly question: string;
  readonly description?: string;
  readonly category: { readonly name: string; readonly sub: string };
  readonly expiry: number;
  /** At most one outcome will be YES. Default false. */
  readonly mutually_exclusive?: boolean;
  readonly fee_bps?: number;
  readonly opens_at?: number;
  readonly outcomes: readonly { readonly label: string }[];
}

/** `price` in basis points of YES, only with `void`. */
export interface ResolveMarketRequest {
  readonly outcome: Resolution;
  readonly price?: number;
}

/** `winner` is a market id. */
export type ResolveEventRequest = { readonly winner: string } | { readonly void: true };

export interface CreditRequest {
  readonly user: string;
  readonly amount: number;
  /** Makes it safe to send again. */
  readonly reference: string;
}

export interface CreateBuilderRequest {
  readonly name: string;
  readonly max_fee_bps?: number;
}

export interface CreateKeyRequest {
  readonly builder_id: string;
  readonly scopes?: readonly string[];
  readonly orders_per_second?: number;
  readonly daily_outflow_micro_usdc?: number;
}

export interface ApiKeysQuery {
  readonly builder_id?: string;
  readonly after?: string;
  readonly limit?: number;
}

export interface QueuesQuery extends PageQuery {
  readonly phase?: DepositPhase;
}

export interface ModeRequest {
  readonly mode: ExchangeMode;
}

export interface TierRequest {
  readonly user: string;
  readonly tier: Tier;
}

export interface OperatorRecoverRequest extends RecoverRequest {
  readonly user: string;
  readonly reference: string;
}
