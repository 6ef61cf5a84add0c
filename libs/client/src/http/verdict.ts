import { BellwetherError, ConnectionError, InvalidAnswerError } from '../errors';

/**
 * What a failed attempt proves.
 *
 * - `proves`: `everything`: it also settles earlier attempts of the same request; `itself`: this attempt did nothing,
 *   an earlier one may have; `nothing`: this attempt may have been carried out.
 * - `mayRepeat`: repeating the same request may succeed.
 */
export interface Verdict {
  readonly proves: 'everything' | 'itself' | 'nothing';
  readonly mayRepeat: boolean;
}

const HTTP_CLIENT_ERROR = 400;
const HTTP_TOO_MANY = 429;
const HTTP_SERVER_ERROR = 500;
const AT_THE_DOOR: readonly number[] = [401, 403];

export function verdictOfAttempt(error: unknown): Verdict {
  if (error instanceof BellwetherError) return verdictOfAnswer(error);
  if (error instanceof InvalidAnswerError) return verdictOfStatus(error.status);
  const isUnsent = error instanceof ConnectionError && !error.mayBeSent;
  return { proves: isUnsent ? 'itself' : 'nothing', mayRepeat: true };
}

function verdictOfAnswer(error: BellwetherError): Verdict {
  const { retryable } = error;
  if (error.is('OUTCOME_UNKNOWN')) return { proves: 'nothing', mayRepeat: true };
  if (retryable) return { proves: 'itself', mayRepeat: true };
  if (isAtTheDoor(error) || isForgotten(error)) {
    return { proves: 'itself', mayRepeat: false };
  }
  return { proves: error.is('INTERNAL') ? 'nothing' : 'everything', mayRepeat: false };
}

/**
 * Checked before the exchange looks the request up, so it proves nothing about earlier attempts. A key's bounds are checked
 * after.
 */
const isAtTheDoor = (error: BellwetherError): boolean =>
  AT_THE_DOOR.includes(error.status) && !error.is('TRADING_KEY_BOUND');

/** The nonce is too low to be remembered: this request itself may have used it. */
const isForgotten = (error: BellwetherError): boolean =>
  error.is('NONCE_TOO_LOW') && error.details['fate'] !== 'never_used';

/** For a foreign answer. A proxy's 4xx means that nothing was forwarded; a 2xx will not change on a repeat. */
function verdictOfStatus(status: number): Verdict {
  if (status >= HTTP_SERVER_ERROR) return { proves: 'nothing', mayRepeat: true };
  if (status >= HTTP_CLIENT_ERROR) return { proves: 'itself', mayRepeat: status === HTTP_TOO_MANY };
  return { proves: 'nothing', mayRepeat: false };
}
