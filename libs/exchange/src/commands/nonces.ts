import { refused } from '../refusal';
import type { ReplyOf } from '../reply';
import type { ExchangeState } from '../state';

/** A used nonce came again with another body. */
export const nonceReused = (
  state: ExchangeState,
  account: number,
  kind: number,
  nonce: number,
): ReplyOf<'refused'> =>
  refused('NONCE_REUSED', { nonce, last_nonce: state.outcomes.lastNonce(account, kind) });

/** A nonce that is not above the last one used, and of which nothing is remembered. */
export const nonceTooLow = (
  state: ExchangeState,
  account: number,
  kind: number,
  nonce: number,
): ReplyOf<'refused'> =>
  refused('NONCE_TOO_LOW', {
    last_nonce: state.outcomes.lastNonce(account, kind),
    fate: state.outcomes.fate(account, kind, nonce),
  });

/** A nonce that was used, and what became of it went with its market. */
export const nonceForgotten = (
  state: ExchangeState,
  account: number,
  kind: number,
): ReplyOf<'refused'> =>
  refused('NONCE_TOO_LOW', {
    last_nonce: state.outcomes.lastNonce(account, kind),
    fate: 'forgotten',
  });
