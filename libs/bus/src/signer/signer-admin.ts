/**
 * The signer's key administration, as the gateway's admin role uses it over the bus. The signer alone knows keys: the
 * answers that hold a secret are shown once and neither logged nor stored on the way. Lists are oldest first.
 */
import { toHex } from '@bellwether/codec';
import { MAX_BUILDER_FEE_BPS, MAX_BUILDER_ID_BYTES } from '@bellwether/exchange';
import { z } from 'zod';
import { MAX_BUILDERS_PAGE, MAX_KEYS_PAGE, SIGNER_TIMEOUT_MS } from '../limits';
import { about, aboutBytes, fields, integer, text, texts } from '../rpc/fields';
import type { AnswerOf, JsonContract, JsonHandlers, RequestOf } from '../rpc/json-service';
import { SIGNER_QUEUE, signerKeysSubject } from '../subjects';
import type { SignerKeyOperation } from '../subjects';

const MAX_NAME_BYTES = 128;
const MAX_SCOPES = 16;
const MAX_SCOPE_BYTES = 32;
const MAX_ORDERS_PER_SECOND = 1_000_000;
const KEY_ID_BYTES = 16;
/** Admin work is rare: more than this under way at once is a fault of the caller. */
const MAX_UNDER_WAY = 64;

/** 32 characters of lower-case hex, whichever case was sent. */
const keyIdOf = (description: string) =>
  aboutBytes(KEY_ID_BYTES, description, '0c').transform(toHex);
const keyId = { keyId: keyIdOf('An API key, by its public id') };
const builderId = { builderId: about(text(MAX_BUILDER_ID_BYTES), 'The builder', 'builder-7') };
const name = { name: about(text(MAX_NAME_BYTES), "The builder's name", 'Weather Desk') };
const maxFeeBps = about(
  integer(0, MAX_BUILDER_FEE_BPS),
  'The most that the builder may charge, in basis points',
  50,
);
const scopes = about(texts(MAX_SCOPES, MAX_SCOPE_BYTES), 'What the key may do', ['trade']);
const ordersPerSecond = about(
  integer(1, MAX_ORDERS_PER_SECOND),
  'Orders a second through the key',
  50,
);
const limit = (most: number) => about(integer(1, most), 'Entries of a page', 100);

const requests = {
  create_builder: fields({ ...name, maxFeeBps: maxFeeBps.exactOptional() }),
  /** The first key of a builder, which its builder takes over: BUILDER_HAS_KEYS afterwards. */
  create_key: fields({
    ...builderId,
    scopes: scopes.exactOptional(),
    ordersPerSecond: ordersPerSecond.exactOptional(),
    dailyOutflowMicroUsdc: about(
      integer(1, Number.MAX_SAFE_INTEGER),
      'What may be withdrawn through the key in a UTC day, in micro-USDC',
      1_000_000_000,
    ).exactOptional(),
  }),
  revoke_key: fields(keyId),
  /** Undoes an operator's revocation; nobody learns the credential. */
  restore_key: fields(keyId),
  list_keys: fields({
    builderId: builderId.builderId.exactOptional(),
    after: keyIdOf('The last key of the page before').exactOptional(),
    limit: limit(MAX_KEYS_PAGE).exactOptional(),
  }),
  list_builders: fields({
    search: about(
      text(MAX_NAME_BYTES),
      'A part of the name, in whichever case, or the whole id',
      'weather',
    ).exactOptional(),
    after: about(
      text(MAX_BUILDER_ID_BYTES),
      'The last builder of the page before',
      'builder-6',
    ).exactOptional(),
    limit: limit(MAX_BUILDERS_PAGE).exactOptional(),
  }),
};

const count = (description: string, example: number) => about(z.int(), description, example);
const timeMs = (description: string) => count(description, 1_795_255_200_000);
const orNever = (description: string) =>
  about(timeMs(description).nullable(), `${description}; null: never`, 1_795_255_200_000);
const next = (example: string) =>
  about(z.string().nullable(), 'The `after` of the next page; null at the end', example);

const described = { ...builderId, ...name, maxFeeBps };
const keyDescription = z.object({
  ...keyId,
  ...builderId,
  builderName: name.name,
  scopes,
  maxFeeBps,
  ordersPerSecond,
  dailyOutflowMicroUsdc: count('The outflow cap; 0 without the scope `withdraw`', 0),
  generation: count('Each rotation raises it', 1),
  userCount: count('Users made through this key', 12),
  createdMs: timeMs('When it was made'),
  lastUsedMs: orNever('When it was last used'),
  rotatedMs: orNever('When its credential was last replaced'),
  revokedMs: orNever('When it was revoked'),
});
const builderDescription = z.object({
  ...described,
  activeKeys: count('Its keys that work', 1),
  revokedKeys: count('Its keys that do not', 0),
  userCount: count('Users made through its keys; one that two keys made counts twice', 12),
  createdMs: timeMs('When it was made'),
  lastUsedMs: orNever('When a key of it was last used'),
});

const answers = {
  create_builder: z.object(described),
  /** Shown this once, but for the id. */
  create_key: z.object({
    ...keyId,
    ...builderId,
    apiKey: about(z.string(), 'The credential', 'bw_test_…'),
    secret: about(z.string(), 'Base64 of 32 bytes', 'c2VjcmV0'),
  }),
  revoke_key: z.object({ ...keyId, revokedMs: timeMs("The first revocation's time") }),
  restore_key: z.object(keyId),
  list_keys: z.object({
    keys: about(z.array(keyDescription), 'The keys'),
    next: next('0c'.repeat(KEY_ID_BYTES)),
  }),
  list_builders: z.object({
    builders: about(z.array(builderDescription), 'The builders, with the sums of their keys'),
    next: next('builder-7'),
  }),
};

export interface SignerKeyOperations {
  readonly requests: typeof requests;
  readonly answers: typeof answers;
}
export type SignerKeyRequest<O extends SignerKeyOperation> = RequestOf<SignerKeyOperations, O>;
export type SignerKeyAnswer<O extends SignerKeyOperation> = AnswerOf<SignerKeyOperations, O>;
/** The signer's handlers: one function per operation. A thrown `CodedError` reaches the caller as it is. */
export type SignerAdminHandlers = JsonHandlers<SignerKeyOperations>;

export type NewBuilder = SignerKeyAnswer<'create_builder'>;
export type IssuedKey = SignerKeyAnswer<'create_key'>;
export type RevokedKey = SignerKeyAnswer<'revoke_key'>;
export type KeysPage = SignerKeyAnswer<'list_keys'>;
export type KeyDescription = KeysPage['keys'][number];
export type BuildersPage = SignerKeyAnswer<'list_builders'>;

export const SIGNER_ADMIN: JsonContract<SignerKeyOperations> = {
  requests,
  answers,
  name: 'key administration',
  subjectOf: signerKeysSubject,
  queue: SIGNER_QUEUE,
  unavailable: 'SIGNER_UNAVAILABLE',
  harmless: new Set(['list_keys', 'list_builders']),
  timeoutMs: () => SIGNER_TIMEOUT_MS,
  maxUnderWay: MAX_UNDER_WAY,
};
