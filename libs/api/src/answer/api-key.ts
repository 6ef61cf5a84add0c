/** `data` of the endpoints that manage builders and their API keys. */
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, micro, named, orNull, time, words } from './fields';
import { endAfter } from './page';

const keyIdField = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ description: 'The public id of the key: 16 bytes in hex', example: EXAMPLE.keyId });
const builderIdField = words('The builder', EXAMPLE.builderId);
const maxFeeField = count('The highest `fee_bps` its orders may carry, in basis points', 100);

export const builderAnswer = named(
  'Builder',
  z.strictObject({
    builder_id: builderIdField,
    name: words('As it was given', 'Acme Markets'),
    max_fee_bps: maxFeeField,
  }),
  'A builder.',
);

const issuedFields = {
  key_id: keyIdField,
  builder_id: builderIdField,
  api_key: words(
    'For `X-Api-Key`; shown this once',
    `bw_test_${EXAMPLE.keyId}_000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f`,
  ),
  secret: z.base64().meta({
    description: 'The key of `X-Signature`, in base64; shown this once',
    example: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  }),
};
export const issuedKeyAnswer = named(
  'IssuedKey',
  z.strictObject(issuedFields),
  'An API key with its secrets, which are stored nowhere.',
);

export const rotatedKeyAnswer = named(
  'RotatedKey',
  z.strictObject({
    ...issuedFields,
    previous_valid_until: time('Until when the credential before works'),
  }),
  'The next credential of a key.',
);

export const revokedKeyAnswer = named(
  'RevokedKey',
  z.strictObject({ key_id: keyIdField, revoked_at: time('When it was revoked first') }),
  'A key that works no more.',
);

export const restoredKeyAnswer = named(
  'RestoredKey',
  z.strictObject({ key_id: keyIdField }),
  'A key that works again.',
);

export const keyAnswer = named(
  'ApiKey',
  z.strictObject({
    key_id: keyIdField,
    builder_id: builderIdField,
    builder_name: words("The builder's name", 'Acme Markets'),
    scopes: z
      .array(words('A scope', 'trade'))
      .meta({ description: 'What the key may do beside making users and reading' }),
    max_fee_bps: maxFeeField,
    orders_per_second: count('Orders a second through this key', 2_000),
    daily_outflow_micro_usdc: micro(
      'What may be withdrawn through it on a UTC day; 0 without the scope `withdraw`',
      0,
    ),
    generation: count('How often it was issued: 1, and one more at each rotation', 1),
    user_count: count('Users made through it', 1),
    created_at: time('When it was issued first'),
    last_used_at: time('When it was used last, to the minute; null: never').nullable(),
    rotated_at: orNull(time('When it was rotated last; null: never')),
    revoked_at: orNull(time('When it was revoked; null: it works')),
  }),
  'An API key, without what is secret of it.',
);

export const keysAnswer = named(
  'ApiKeysPage',
  z.strictObject({
    keys: z.array(keyAnswer).meta({ description: 'Oldest first' }),
    ...endAfter(EXAMPLE.keyId),
  }),
  'A page of API keys.',
);
