import type { ReplyOf, TradingKeyView } from '@bellwether/exchange';
import { TRADING_KEY_ENDS } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import {
  address,
  count,
  flag,
  micro,
  named,
  oneOf,
  placeFields,
  seconds,
  time,
  user,
} from './fields';
import { from } from './inside';

const boundsFields = {
  at_most: micro('What it may spend on a UTC day, with fees and what its buys lock', 100_000_000),
  price_band: count("How far from the market's price it may trade, in basis points", 1_000),
  redeem: flag('Whether it may redeem pairs', false),
};
type Changed = ReplyOf<'trading_key_allowed'> | ReplyOf<'trading_key_revoked'>;
const ofAllowed = <K extends 'atMost' | 'priceBand' | 'redeem'>(name: K, schema: z.ZodType) =>
  from(
    (body: Changed) => (body.kind === 'trading_key_allowed' ? body[name] : null),
    schema.nullable(),
  );

/** Midnight of the example's text. */
const UNTIL = 1_798_070_400;

const keyFields = {
  trading_key: address('The key that may trade for the account', EXAMPLE.tradingKey),
  until: seconds('When it ends by itself', UNTIL),
  nonce: count('Of the text that allowed it', 1),
};

export const tradingKeyChangeAnswer = named(
  'TradingKeyChange',
  z.strictObject({
    account: from('user', user('The account')),
    ...keyFields,
    at_most: ofAllowed('atMost', boundsFields.at_most),
    price_band: ofAllowed('priceBand', boundsFields.price_band),
    redeem: ofAllowed('redeem', boundsFields.redeem),
    state: from(
      ({ kind }: Changed) => (kind === 'trading_key_allowed' ? 'active' : 'revoked'),
      oneOf(['active', 'revoked'], '`active`: it may trade from now on', 'active'),
    ),
    ...placeFields,
  }),
  'A trading key that was allowed, or revoked.',
);

const tradingKeyAnswer = named(
  'TradingKey',
  z.strictObject({
    ...keyFields,
    ...boundsFields,
    used: micro(
      'What of `at_most` it has spent today, what its buys lock included; null: it has ended',
      0,
    ).nullable(),
    state: from(
      ({ ended }: TradingKeyView) => ended?.reason ?? 'active',
      oneOf(
        ['active', ...TRADING_KEY_ENDS],
        '`active`: it may trade; else how it ended: `replaced` by a later text that allows the same key',
        'active',
      ),
    ),
    allowed_at: time('When it was allowed'),
    ended_at: from(
      ({ ended }: TradingKeyView) => ended?.endedMs ?? null,
      time('When it ended; null: it may trade').nullable().meta({ example: null }),
    ),
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
