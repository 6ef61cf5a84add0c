/**
 * Request bodies and queries in the names of the interface. Prices are basis points, amounts micro-USDC, ids hex,
 * keys base58.
 */
import type {
  CandleInterval,
  DepositPhase,
  ExchangeMode,
  MarketStatus,
  OrderStatus,
  OrderType,
  OutcomeSide,
  Resolution,
  SelfTradeMode,
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
  /** With any of these three the order is of the full form, whose signature covers all of its terms. */
  readonly self_trade?: SelfTradeMode;
  /** Never makes the position larger. */
  readonly reduce_only?: boolean;
  /** Unix seconds, 1 second to 366 days ahead; 0: never. Only of an order that may rest. */
  readonly expires_at?: number;
}

export interface BuilderOrderRequest extends OrderRequest {
  /** The builder's own fee; 0 if absent. */
  readonly fee_bps?: number;
}

/** Nothing is signed and no nonce is used, so anyone may preview for any user, or for none. */
export interface PreviewRequest extends Omit<BuilderOrderRequest, 'size'> {
  /** Absent: no user's funds are checked. */
  readonly user?: string;
  readonly size?: number;
  /** For a buy, instead of `size`: what it may cost with all fees. The answer gives the number of contracts. */
  readonly budget_micro_usdc?: number;
}

export interface CancelRequest {
  readonly market_id: string;
  readonly order_id: number;
}

/** Without `market_id`: in all markets. */
export interface CancelAllRequest {
  readonly market_id?: string;
}

/** Another price or size of a resting order. `size`: what is open after it. */
export interface AmendRequest {
  readonly market_id: string;
  readonly order_id: number;
  readonly price: number;
  readonly size: number;
}

/** One operation of a batch. */
export type BatchOperation<Order = OrderRequest> =
  | { readonly place: Order }
  | { readonly cancel: CancelRequest }
  | { readonly amend: AmendRequest }
  | { readonly cancel_all: CancelAllRequest };

/** 5 to 3,600 seconds, or 0: switched off. */
export interface CancelAfterRequest {
  readonly seconds: number;
}

/** Pairs of contracts: as many YES as NO, none of them locked in an order. */
export interface RedeemRequest {
  readonly market_id: string;
  readonly size: number;
}

/** What is signed of a payment on a chain, beside whom it pays. */
interface PaymentBounds {
  /**
   * The most that its gas fee may be, in micro-USDC; 0: any fee. Absent: the clients sign what is quoted when they
   * send it. `FEE_ABOVE_MAX` refuses a higher one.
   */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig. */
  readonly allow_program_address?: boolean;
}

/** To the user's own deposit address, or to a wallet on one of the chains. */
export interface WithdrawRequest extends PaymentBounds {
  readonly amount: number;
  readonly recipient_ext?: string;
  readonly recipient_main?: string;
}

export interface RecoverRequest extends PaymentBounds {
  /** The native token is `11111111111111111111111111111111`. */
  readonly mint: string;
  readonly recipient_ext: string;
}

/** `before` is the `next_cursor` of the previous page. */
export interface PageQuery {
  readonly limit?: number;
  readonly before?: string;
}

export interface CatalogueQuery extends PageQuery {
  readonly status?: MarketStatus;
  /** A name, or name and sub as `sports/football`. */
  readonly category?: string;
  readonly event_id?: string;
  /** Searches question and labels. */
  readonly q?: string;
  /** Default `newest`. `volume`, `volume_24h`: most traded first; `ending`: what ends first. */
  readonly sort?: 'newest' | 'volume' | 'volume_24h' | 'ending';
}

export interface OrdersQuery extends PageQuery {
  /** `open`: live, resting and partially filled orders. */
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

/** UTC days: `from` the one with this time on, `to` exclusive, Unix seconds. At most 366. */
export interface BuilderRevenueQuery {
  readonly interval?: '1d';
  readonly from?: number;
  readonly to?: number;
  readonly market_id?: string;
}

export interface BuilderUsersQuery {
  readonly after?: string;
  readonly limit?: number;
}

export interface FaucetRequest {
  readonly chain: string;
  readonly address: string;
  readonly token: 'usdc' | 'native';
  /** Micro-USDC or lamports. */
  readonly amount: number;
}

/** As much of the signed data as is known. */
interface SessionEvidence {
  /** In any encoding. */
  readonly signature?: string;
  /** The bytes that were signed, in hex. */
  readonly message?: string;
}
interface Evidence extends SessionEvidence {
  /** The signing key, if it may differ from the user's. */
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

/** Of what a trading key may sign. */
interface OfSigner extends OfUser {
  /** The trading key. */
  readonly signer?: string;
}

/** The fields of a signed request, and the signed data. */
export type DebugSignatureRequest =
  | (Evidence &
      (
        | ({ readonly kind: 'order'; readonly order_type?: OrderType } & OfSigner &
            UnderNonce &
            Omit<BuilderOrderRequest, 'order_type' | 'self_trade' | 'reduce_only' | 'expires_at'>)
        | ({ readonly kind: 'full_order' } & OfSigner & UnderNonce & BuilderOrderRequest)
        | ({ readonly kind: 'amend' } & OfSigner & UnderNonce & AmendRequest)
        | ({ readonly kind: 'cancel_after' } & OfSigner & UnderNonce & CancelAfterRequest)
        | ({ readonly kind: 'cancel' } & OfSigner & CancelRequest)
        | ({ readonly kind: 'cancel_all' } & OfSigner & UnderNonce & CancelAllRequest)
        | ({ readonly kind: 'withdraw' } & OfAddress & UnderNonce & WithdrawRequest)
        | ({ readonly kind: 'recover' } & OfAddress & UnderNonce & RecoverRequest)
        | ({ readonly kind: 'redeem' } & OfSigner & UnderNonce & RedeemRequest)
        | { readonly kind: 'text'; readonly text: string }
      ))
  | (SessionEvidence & {
      readonly kind: 'session';
      readonly public_key: string;
      /** Unix seconds. */
      readonly timestamp: number;
    });

export interface CreateEventRequest {
  /** Makes the request safe to retry. */
  readonly event_id?: string;
  readonly question: string;
  readonly description?: string;
  /** What decides it, to the letter. */
  readonly rules?: string;
  /** Where the result is read: an address or a name. */
  readonly resolution_source?: string;
  /** An https address of a named host. */
  readonly image_url?: string;
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
  /** Makes the request safe to retry. */
  readonly reference: string;
}

export interface CreateBuilderRequest {
  readonly name: string;
  readonly max_fee_bps?: number;
}

export interface BuilderKeyRequest {
  /** Of `read`, `trade`, `withdraw`, `keys`. */
  readonly scopes?: readonly string[];
  readonly orders_per_second?: number;
  readonly daily_outflow_micro_usdc?: number;
}

export interface CreateKeyRequest extends BuilderKeyRequest {
  readonly builder_id: string;
}

export interface ApiKeysQuery {
  readonly builder_id?: string;
  readonly after?: string;
  readonly limit?: number;
}

export interface ConfirmationsQuery extends PageQuery {
  /** Default `open`. */
  readonly state?: 'open' | 'all';
}

export interface AddOperatorRequest {
  /** a-z, 0-9 and -, at most 32 characters. */
  readonly name: string;
  readonly roles: readonly ('read' | 'markets' | 'money' | 'admin')[];
  /** Of the key that the new operator has made, in hex. */
  readonly key_sha256: string;
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
