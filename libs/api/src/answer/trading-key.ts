import type { AsOf, ReplyOf, TradingKeyView } from '@bellwether/exchange';
import { TRADING_KEY_ENDS } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { address, count, named, oneOf, placeFields, time, user } from './fields';
import type { Answer } from './fields';
import { presentPlace, presentUser } from './units';

const MS_PER_SECOND = 1_000;
/** Midnight of the example's text. */
const UNTIL = 1_798_070_400;

const keyFields = {
  trading_key: address('The key that may trade for the account', EXAMPLE.tradingKey),
  until: time('When it ends by itself', UNTIL),
  nonce: count('Of the text that allowed it', 1),
};

export const tradingKeyChangeAnswer = named(
  'TradingKeyChange',
  z.strictObject({
    account: user('The account'),
    ...keyFields,
    state: oneOf(['active', 'revoked'], '`active`: it may trade from now on', 'active'),
    ...placeFields,
  }),
  'A trading key that was allowed, or revoked.',
);
export type TradingKeyChangeAnswer = Answer<typeof tradingKeyChangeAnswer>;

export const presentTradingKeyChange = (
  reply: ReplyOf<'trading_key_allowed'> | ReplyOf<'trading_key_revoked'>,
  asOf: AsOf,
): TradingKeyChangeAnswer => ({
  account: presentUser(reply.user),
  trading_key: presentUser(reply.tradingKey),
  until: reply.until,
  nonce: reply.nonce,
  state: reply.kind === 'trading_key_allowed' ? 'active' : 'revoked',
  ...presentPlace(asOf),
});

const tradingKeyAnswer = named(
  'TradingKey',
  z.strictObject({
    ...keyFields,
    state: oneOf(
      ['active', ...TRADING_KEY_ENDS],
      '`active`: it may trade; else how it ended: `replaced` by a later text that allows the same key',
      'active',
    ),
    allowed_at: time('When it was allowed'),
    ended_at: time('When it ended; null: it may trade').nullable().meta({ example: null }),
  }),
  'A trading key of an account.',
);

export const tradingKeysAnswer = named(
  'TradingKeyList',
  z.strictObject({
    account: user('The account'),
    trading_keys: z.array(tradingKeyAnswer).meta({
      description:
        'Those that may trade, newest first; then those that ended within 30 days, latest first, at most 16',
    }),
    ...placeFields,
  }),
  'The trading keys of an account.',
);
export type TradingKeysAnswer = Answer<typeof tradingKeysAnswer>;

export const presentTradingKeys = (
  account: Uint8Array,
  views: readonly TradingKeyView[],
  asOf: AsOf,
): TradingKeysAnswer => ({
  account: presentUser(account),
  trading_keys: views.map(({ tradingKey, until, nonce, allowedMs, ended }) => ({
    trading_key: presentUser(tradingKey),
    until,
    nonce,
    state: ended?.reason ?? 'active',
    allowed_at: Math.floor(allowedMs / MS_PER_SECOND),
    ended_at: ended === null ? null : Math.floor(ended.endedMs / MS_PER_SECOND),
  })),
  ...presentPlace(asOf),
});
