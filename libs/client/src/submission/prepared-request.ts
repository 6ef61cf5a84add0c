import type { NonceKind, RequestKind } from '../answers';
import type {
  AcceptedWithdrawal,
  CancelAfter,
  CancelledOrders,
  Challenged,
  Recovery,
  Redeemed,
  SubmittedOrder,
} from '../generated/interface';

/** The answer to each kind of message with a nonce. */
export interface AnswerOfKind {
  readonly order: SubmittedOrder;
  readonly cancel_all: CancelledOrders;
  readonly withdraw: AcceptedWithdrawal;
  readonly recover: Recovery;
  readonly redeem: Redeemed;
  readonly cancel_after: CancelAfter;
  readonly amend: SubmittedOrder;
  readonly challenge: Challenged;
}

/**
 * A request with its nonce, ready to send: plain data. A caller that stores it before sending can send it again after
 * any crash and gets its one answer.
 */
export interface PreparedRequest<K extends RequestKind = RequestKind> {
  readonly kind: K;
  readonly user: string;
  readonly nonce: number;
  /** As the exchange shows it with the answer. */
  readonly clientId: string;
  readonly path: string;
  /** JSON, byte for byte as sent. */
  readonly body: string;
}

/** Called before a request is sent. If it throws, the request is not sent. */
export type BeforeSend = (request: PreparedRequest) => Promise<void> | void;

export const nonceKindOf = (kind: RequestKind): NonceKind =>
  kind === 'redeem' || kind === 'amend' || kind === 'challenge' ? 'order' : kind;

/** The shape by which the answer of each kind is recognized. */
export const ANSWER_SHAPES: {
  readonly [K in RequestKind]: {
    readonly isWrapped: boolean;
    readonly fields: readonly (keyof AnswerOfKind[K] & string)[];
  };
} = {
  order: { isWrapped: false, fields: ['order_id', 'fills', 'remaining'] },
  cancel_all: { isWrapped: false, fields: ['cancelled', 'count'] },
  withdraw: { isWrapped: true, fields: ['withdrawal_id', 'status'] },
  recover: { isWrapped: true, fields: ['recovery_id', 'status'] },
  redeem: { isWrapped: false, fields: ['size', 'paid_micro_usdc'] },
  cancel_after: { isWrapped: false, fields: ['seconds', 'due_ms'] },
  amend: { isWrapped: false, fields: ['order_id', 'fills', 'remaining'] },
  challenge: { isWrapped: false, fields: ['case_id', 'challenge_id'] },
};
