/** Refusals of a trading key's commands: the engine and the gateway's early check give the same. */
import { toBase58 } from '@bellwether/codec';
import type { TradingKeyEnd } from './command-words';
import { MAX_NONCE_LEAD } from './limits';
import { refusal } from './refusal';
import type { Refusal } from './reply';

export const refusalOfUnknownKey = (key: Uint8Array): Refusal =>
  refusal('TRADING_KEY_UNKNOWN', { trading_key: toBase58(key) });

export const refusalOfEndedKey = ({
  key,
  nonce,
  reason,
  endedMs,
}: {
  readonly key: Uint8Array;
  readonly nonce: number;
  readonly reason: TradingKeyEnd;
  readonly endedMs: number;
}): Refusal =>
  refusal('TRADING_KEY_ENDED', { trading_key: toBase58(key), nonce, reason, ended_ms: endedMs });

/**
 * Nonces belong to the account, so a trading key that is stolen could use the highest one and leave its owner none. So it
 * may go ahead of the last nonce a little, or of the time in microseconds, for users whose nonces are times.
 * @param last the last nonce of the kind @param timestampMs the journal's time
 */
export function refusalOfFarNonce(
  nonce: number,
  last: number,
  timestampMs: number,
): Refusal | null {
  const latest = Math.max(last, timestampMs * 1_000) + MAX_NONCE_LEAD;
  if (nonce <= latest) return null;
  return refusal('VALIDATION_FAILED', {
    field: 'nonce',
    value: nonce,
    expected: `at most ${latest}: a trading key goes ahead of the last nonce, ${last}, or of the time in microseconds by ${MAX_NONCE_LEAD}`,
  });
}
