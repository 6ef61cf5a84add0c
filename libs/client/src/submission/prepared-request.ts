import type { AcceptedWithdrawal, Recovery } from '../answers/funding';
import type { CancelledOrders, SubmittedOrder } from '../answers/order';
import type { NonceKind } from '../answers/words';

/** What each kind of message under a nonce is answered with. */
export interface AnswerOfKind {
  readonly order: SubmittedOrder;
  readonly cancel_all: CancelledOrders;
  readonly withdraw: AcceptedWithdrawal;
  readonly recover: Recovery;
}

/**
 * A request under a nonce, ready to be sent: plain data. Whoever keeps it before it is sent can send it again after any
 * crash and gets the one answer it has.
 */
export interface PreparedRequest<K extends NonceKind = NonceKind> {
  readonly kind: K;
  readonly user: string;
  readonly nonce: number;
  readonly path: string;
  /** JSON, byte for byte as it is sent. */
  readonly body: string;
}

/** Called before a request leaves; what it throws stops the request. */
export type BeforeSend = (request: PreparedRequest) => Promise<void> | void;

/** What tells the answer of each kind from anything else. */
export const ANSWER_SHAPES: {
  readonly [K in NonceKind]: {
    readonly isWrapped: boolean;
    readonly fields: readonly (keyof AnswerOfKind[K] & string)[];
  };
} = {
  order: { isWrapped: false, fields: ['order_id', 'fills', 'remaining'] },
  cancel_all: { isWrapped: false, fields: ['cancelled', 'count'] },
  withdraw: { isWrapped: true, fields: ['withdrawal_id', 'status'] },
  recover: { isWrapped: true, fields: ['recovery_id', 'status'] },
};
