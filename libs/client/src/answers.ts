/** What several types of the interface have in common, and what its schemas say less exactly. */
import type {
  Challenged,
  NonceOutcome as AnyNonceOutcome,
  Order,
  Redeemed,
  Refusal,
} from './generated/interface';

/** The command up to which an answer is valid, and its time (Unix seconds). */
export interface Place {
  readonly seq: number;
  readonly timestamp: number;
}

/** The end of a page. `next_cursor` is the next page's `before`, and null at the end of the list. */
export interface PageEnd {
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

interface Outcome<O extends AnyNonceOutcome['outcome'], Placed, Refused, Redemption, Challenge> {
  readonly nonce: number;
  readonly client_id: string | null;
  readonly outcome: O;
  readonly order: Placed;
  readonly refusal: Refused;
  readonly redemption: Redemption;
  readonly challenge: Challenge;
}

/** The outcome of an order nonce: the order that it placed or changed, as it is now; a refusal; a redemption; a challenge. */
export type NonceOutcome =
  | Outcome<'order', Order, null, null, null>
  | Outcome<'refused', null, Refusal, null, null>
  | Outcome<'redeemed', null, null, Redeemed, null>
  | Outcome<'challenged', null, null, null, Challenged>;

/** Each kind of signed message has its own nonces. */
export type NonceKind = 'order' | 'cancel_all' | 'withdraw' | 'recover' | 'cancel_after';
/** Requests with a nonce. A redemption, a change and a challenge use one of the kind `order`. */
export type RequestKind = NonceKind | 'redeem' | 'amend' | 'challenge';

/** Cancels that are sent when the connection ends. */
export interface HeldCancels {
  readonly held: number;
  readonly max_held: number;
}

/** Sent every 5 seconds. `lag`: commands that the gateway is behind; null if it does not know, as in an outage. */
export interface Heartbeat {
  readonly time: number;
  readonly seq: number;
  readonly lag: number | null;
  readonly channels: Readonly<Record<string, number>>;
}
