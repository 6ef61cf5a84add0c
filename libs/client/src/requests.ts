/** The fields of requests, without those that the client adds. */
import type * as sent from './generated/interface';

/** The user, its key and its signature. */
type OfSigner = 'user' | 'main_address' | 'signer' | 'signature' | 'text';
type OfSender = OfSigner | 'nonce' | 'client_id';
type Terms<Sent, Added extends PropertyKey = never> = Omit<Sent, OfSender | Added>;

/** An order that its user signs has no builder, and so no fee. */
export type OrderRequest = Terms<sent.SignedOrderRequest, 'fee_bps'>;
export type BuilderOrderRequest = Terms<sent.OrderRequest>;
type OfAnyType<Order> = Omit<Order, 'order_type'> & { readonly order_type?: sent.OrderType };
/** The same, without an `order_type`: `gtc`. */
export type OrderTerms = OfAnyType<OrderRequest>;
export type BuilderOrderTerms = OfAnyType<BuilderOrderRequest>;
type ForBudget<Order> = Omit<Order, 'side' | 'size' | 'max_cost'> & {
  /** What it may cost, in micro-USDC with all fees. */
  readonly budget_micro_usdc: number;
};
/** A buy of as many contracts as a budget pays for, at `price` or better. Without an `order_type`: `ioc`. */
export type BudgetRequest = ForBudget<OrderTerms>;
export type BuilderBudgetRequest = ForBudget<BuilderOrderTerms>;
export type CancelRequest = Terms<sent.CancelRequest>;
/** Without `market_id`: in all markets. */
export type CancelAllRequest = Terms<sent.CancelAllRequest>;
/**
 * Another price or size of a resting order. `size`: what is open after it. `filled`: what was filled as far as the caller
 * knows; if it is more by now, nothing is changed (`FILLED_MEANWHILE`), so that the total never grows. `any`: whatever it is.
 */
export type AmendRequest = Terms<sent.AmendRequest, 'filled'> & { readonly filled: number | 'any' };
/** 5 to 3,600 seconds, or 0: switched off. */
export type CancelAfterRequest = Terms<sent.CancelAfterRequest>;
/** Pairs of contracts: as many YES as NO, none of them locked in an order. */
export type RedeemRequest = Terms<sent.RedeemRequest>;
/**
 * Another result of a case than is proposed, and why. `stake_micro_usdc`: exactly that of the rules of the event.
 * `claim_market` with the claim `winner` alone.
 */
export type ChallengeRequest = Terms<sent.ChallengeRequest>;
/**
 * To the user's own deposit address, or to a wallet on one of the chains. Without `max_gas_fee` the clients sign what is
 * quoted when they send it.
 */
export type WithdrawRequest = Terms<sent.WithdrawRequest>;
export type RecoverRequest = Terms<sent.RecoverRequest>;

export type BatchOperation<Order = OrderTerms> =
  | { readonly place: Order }
  | { readonly cancel: CancelRequest }
  | { readonly amend: AmendRequest }
  | { readonly cancel_all: CancelAllRequest };

/** `winner` is a market id. */
export type ResolveEventRequest = { readonly winner: string } | { readonly void: true };
