/** The trading keys of an account in the diagnosis of a signature: `POST /v1/debug/signature`. */
import type { Mistake, OtherKey, SignedText } from '@bellwether/canonical-message';
import { sameBytes, toBase58 } from '@bellwether/codec';
import { TRADING_KEY_ENDS } from '@bellwether/exchange';
import type { TradingKeyView } from '@bellwether/exchange';

export const KEY_STATES = ['owner', 'active', ...TRADING_KEY_ENDS, 'unknown'] as const;
export type KeyState = (typeof KEY_STATES)[number];

const allowanceOf = (key: Uint8Array, keys: readonly TradingKeyView[]) =>
  keys.find(({ tradingKey, ended }) => ended === null && sameBytes(tradingKey, key)) ??
  keys.find(({ tradingKey }) => sameBytes(tradingKey, key));

/** Whether a key may sign for an account, whose trading keys are given. */
export function keyStateOf(
  signer: Uint8Array,
  account: Uint8Array,
  keys: readonly TradingKeyView[],
): KeyState {
  if (sameBytes(signer, account)) return 'owner';
  const allowance = allowanceOf(signer, keys);
  return allowance === undefined ? 'unknown' : (allowance.ended?.reason ?? 'active');
}

/** Why the exchange refuses what this key signs, whether the signature holds or not. */
export function keyMistakes(
  signer: Uint8Array,
  account: Uint8Array,
  keys: readonly TradingKeyView[],
): Mistake[] {
  const state = keyStateOf(signer, account, keys);
  const name = `The key ${toBase58(signer)}`;
  if (state === 'unknown')
    return [
      {
        code: 'key_not_allowed',
        explanation: `${name} is no trading key of the account: its owner allows it by POST /v1/trading-keys.`,
      },
    ];
  const ended = allowanceOf(signer, keys)?.ended ?? null;
  if (state === 'owner' || ended === null) return [];
  const at = new Date(ended.endedMs).toISOString();
  return [
    {
      code: 'key_ended',
      explanation: `${name} ended at ${at} (${state}): nothing that it signs is carried out any more.`,
    },
  ];
}

/** A trading key that ends itself signs the nonce that it was allowed with. */
export function revocationMistakes(
  said: SignedText,
  signer: Uint8Array,
  keys: readonly TradingKeyView[],
): Mistake[] {
  if (said.kind !== 'revoke_trading_key' || sameBytes(signer, said.account)) return [];
  const allowance = allowanceOf(signer, keys);
  if (allowance === undefined || allowance.nonce === said.nonce) return [];
  return [
    {
      code: 'nonce_of_allowance',
      explanation: `A trading key that ends itself signs the nonce that it was allowed with: ${allowance.nonce}.`,
    },
  ];
}

/** Trading keys that may have signed what another key must sign. */
export const tradingKeysAsSigners = (
  keys: readonly TradingKeyView[],
  mayTrade: boolean,
): OtherKey[] =>
  keys.map(({ tradingKey: key }) => ({
    name: 'a trading key',
    key,
    mistake: mayTrade
      ? {
          code: 'trading_key_not_named',
          explanation: `The trading key ${toBase58(key)} signed it: name it as \`signer\`.`,
        }
      : {
          code: 'trading_key_may_not',
          explanation: `The trading key ${toBase58(key)} signed it: only the key of the account may sign this.`,
        },
  }));
