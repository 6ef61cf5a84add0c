import { InvariantViolation } from '@bellwether/errors';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import type { OrderView, Refusal, Reply } from '../reply';
import { orderReply } from '../replies/order-reply';
import type { ExchangeState } from '../state';
import { orderOf } from './user-views';

/**
 * The outcome of an order nonce: a placed or changed order, a redemption, a challenge, or a refusal that used it. `clientId`: of its
 * sender, where that gave one.
 */
export type NonceOutcomeView = { readonly clientId?: Uint8Array | undefined } & NonceOutcome;

type NonceOutcome =
  | { readonly kind: 'order'; readonly order: OrderView }
  | {
      readonly kind: 'redeemed';
      readonly redemption: {
        readonly marketId: Uint8Array;
        readonly size: number;
        readonly paidMicroUsdc: number;
        readonly seq: number;
        readonly timestampMs: number;
      };
    }
  | {
      readonly kind: 'challenged';
      readonly challenge: {
        readonly caseId: number;
        readonly challengeId: number;
        readonly seq: number;
        readonly timestampMs: number;
      };
    }
  | {
      readonly kind: 'refused';
      readonly refused: {
        readonly refusal: Refusal;
        readonly seq: number;
        readonly timestampMs: number;
      };
    };

/** The remembered outcome of an order nonce; null if there is none, or it is forgotten. An order is as it is now. */
export function nonceOutcomeView(
  state: ExchangeState,
  user: Uint8Array,
  nonce: number,
): NonceOutcomeView | null {
  const remembered = rememberedReply(state, user, nonce);
  if (remembered === null) return null;
  const { reply, clientId } = remembered;
  return { ...outcomeOf(state, user, reply), clientId };
}

function outcomeOf(
  state: ExchangeState,
  user: Uint8Array,
  { body, seq, timestampMs }: Reply,
): NonceOutcome {
  switch (body.kind) {
    case 'order':
    case 'amend':
      return { kind: 'order', order: orderOf(state, user, body.order.orderId) ?? body.order };
    case 'redeem': {
      const { marketId, size, paidMicroUsdc } = body;
      return { kind: 'redeemed', redemption: { marketId, size, paidMicroUsdc, seq, timestampMs } };
    }
    case 'challenged': {
      const { caseId, challengeId } = body;
      return { kind: 'challenged', challenge: { caseId, challengeId, seq, timestampMs } };
    }
    case 'refused': {
      const { code, details, order } = body;
      return { kind: 'refused', refused: { refusal: { code, details, order }, seq, timestampMs } };
    }
    default:
      throw new InvariantViolation(`an order nonce came to ${body.kind}`);
  }
}

function rememberedReply(
  state: ExchangeState,
  user: Uint8Array,
  nonce: number,
): { readonly reply: Reply; readonly clientId: Uint8Array | undefined } | null {
  const { outcomes, orderOutcomes, signedOrderOutcomes } = state;
  const account = state.accountTable.find(user);
  const at = account === 0 ? -1 : outcomes.find(account, ORDER_NONCE, nonce);
  if (at < 0 || orderOutcomes.isForgotten(at)) return null;
  if (orderOutcomes.isSigned(at))
    return { reply: signedOrderOutcomes.recall(at), clientId: signedOrderOutcomes.clientIdOf(at) };
  const { order, outcome } = orderOutcomes.recall(at, account, nonce);
  const { seq, timestampMs } = order;
  const body =
    'refusal' in outcome
      ? ({ kind: 'refused', ...outcome.refusal } as const)
      : orderReply(state, user, order, outcome.placed, outcome.log);
  return { reply: { seq, timestampMs, body }, clientId: orderOutcomes.clientIdOf(at) };
}
