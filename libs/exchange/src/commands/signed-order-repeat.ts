import { ORDER_NONCE } from '../outcomes/order-outcome';
import type { Answer } from '../reply';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';
import { nonceForgotten, nonceReused, nonceTooLow } from './nonces';

/** A used nonce of the kind `order`: the answer to the same signed message of the same sender, or the reason there is none. */
export function answerSignedRepeat(
  state: ExchangeState,
  account: number,
  { nonce, clientId }: { readonly nonce: number; readonly clientId?: Uint8Array | undefined },
  message: Uint8Array,
): Answer {
  const at = state.outcomes.find(account, ORDER_NONCE, nonce);
  if (at < 0) return fresh(state, nonceTooLow(state, account, ORDER_NONCE, nonce));
  if (state.orderOutcomes.isForgotten(at)) {
    return fresh(state, nonceForgotten(state, account, ORDER_NONCE));
  }
  if (!state.signedOrderOutcomes.isOf(at, message, clientId)) {
    return fresh(state, nonceReused(state, account, ORDER_NONCE, nonce));
  }
  return replayed(state.signedOrderOutcomes.recall(at));
}
