/** Keys that may trade for an account: their state at the exchange, and how one ends. */
import { BellwetherError, TradingKeys } from '@bellwether/client';
import { GATEWAY_URL } from '../../exchange/connection';
import { networkOfExchange } from '../../exchange/settings';
import { changeKey, loadKey } from './stored-key';
import type { StoredKey } from './stored-key';

export const tradingKeys = async (): Promise<TradingKeys> =>
  new TradingKeys({ gatewayUrl: GATEWAY_URL, network: await networkOfExchange() });

/**
 * Sends the allowance of this browser's key, if it has no answer yet. Sent again, it has one answer.
 * @returns whether something has changed
 * @throws BellwetherError ACCOUNT_NOT_FUNDED while there is no money; every other refusal ends the key
 */
export async function settleAllowance(account: string): Promise<boolean> {
  const key = await loadKey();
  if (key === null || key.account !== account || key.allowance === null) return false;
  try {
    await (await tradingKeys()).sendAllowance(key.allowance);
    // From here on the trading key reads the account: what its owner signed for that is not needed.
    return await changeKey(key.publicKey, { allowance: null, session: null });
  } catch (error) {
    if (!isFinal(error)) throw error;
    // Another device has used its number, or there are too many keys: the owner must sign again.
    await changeKey(key.publicKey, { allowance: null, hasEnded: true });
    throw error;
  }
}

/** As soon as there is money: until then the exchange may not take it, which is no fault. */
export async function sendAllowance(account: string): Promise<boolean> {
  return settleAllowance(account).catch(() => false);
}

const isFinal = (error: unknown): boolean =>
  error instanceof BellwetherError &&
  error.is(
    'NONCE_TOO_LOW',
    'NONCE_REUSED',
    'TOO_MANY_TRADING_KEYS',
    'TRADING_KEY_ENDED',
    'VALIDATION_FAILED',
    'SIGNATURE_INVALID',
  );

/** The exchange refused the key's signature. */
export const isEndedKey = (error: unknown): boolean =>
  error instanceof BellwetherError && error.is('TRADING_KEY_ENDED', 'TRADING_KEY_UNKNOWN');

/** Ends the key of this browser by its own signature. A key that never began, or has ended, needs nothing. */
export async function endOwn(key: StoredKey): Promise<void> {
  if (key.allowance !== null || key.hasEnded === true) return;
  await (await tradingKeys()).revokeItself(key, key.account).catch(() => undefined);
}
