import { refused } from '../refusal';
import type { ReplyOf } from '../reply';
import type { ExchangeState } from '../state';

/** A used nonce was sent again with another body. */
export const nonceReused = (
  state: ExchangeState,
  account: number,
  kind: number,
  nonce: number,
): ReplyOf<'refused'> =>
  refused('NONCE_REUSED', { nonce, last_nonce: state.outcomes.lastNonce(account, kind) });

/** A nonce that is not above the last used one and has no remembered outcome. */
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

/** A used nonce whose outcome was dropped with its archived market. */
export const nonceForgotten = (
  state: ExchangeState,
  account: number,
  kind: number,
): ReplyOf<'refused'> =>
  refused('NONCE_TOO_LOW', {
    last_nonce: state.outcomes.lastNonce(account, kind),
    fate: 'forgotten',
  });
