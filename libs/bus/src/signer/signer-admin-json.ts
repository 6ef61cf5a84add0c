/** Key administration on the bus: how the signer reads each request, and the contract of both sides. */
import { toHex } from '@bellwether/codec';
import { MAX_BUILDER_FEE_BPS, MAX_BUILDER_ID_BYTES } from '@bellwether/exchange';
import { bytes, fields, integer, text, texts } from '../rpc/fields';
import type { JsonContract } from '../rpc/json-service';
import { MAX_BUILDERS_PAGE, MAX_KEYS_PAGE, SIGNER_TIMEOUT_MS } from '../limits';
import type { SignerKeyOperations } from './signer-admin';
import { SIGNER_QUEUE, signerKeysSubject } from '../subjects';

const MAX_NAME_BYTES = 128;
const MAX_SCOPES = 16;
const MAX_SCOPE_BYTES = 32;
const MAX_ORDERS_PER_SECOND = 1_000_000;
const KEY_ID_BYTES = 16;
/** Admin work is rare: more than this under way at once is a fault of the caller. */
const MAX_UNDER_WAY = 64;

/** 32 characters of lower-case hex, whichever case was sent. */
const keyId = () => bytes(KEY_ID_BYTES).transform(toHex);

export const SIGNER_ADMIN: JsonContract<SignerKeyOperations> = {
  name: 'key administration',
  subjectOf: signerKeysSubject,
  queue: SIGNER_QUEUE,
  requests: {
    create_builder: fields({
      name: text(MAX_NAME_BYTES),
      maxFeeBps: integer(0, MAX_BUILDER_FEE_BPS).exactOptional(),
    }),
    create_key: fields({
      builderId: text(MAX_BUILDER_ID_BYTES),
      scopes: texts(MAX_SCOPES, MAX_SCOPE_BYTES).exactOptional(),
      ordersPerSecond: integer(1, MAX_ORDERS_PER_SECOND).exactOptional(),
      dailyOutflowMicroUsdc: integer(1, Number.MAX_SAFE_INTEGER).exactOptional(),
    }),
    revoke_key: fields({ keyId: keyId() }),
    restore_key: fields({ keyId: keyId() }),
    list_keys: fields({
      builderId: text(MAX_BUILDER_ID_BYTES).exactOptional(),
      after: keyId().exactOptional(),
      limit: integer(1, MAX_KEYS_PAGE).exactOptional(),
    }),
    list_builders: fields({
      search: text(MAX_NAME_BYTES).exactOptional(),
      after: text(MAX_BUILDER_ID_BYTES).exactOptional(),
      limit: integer(1, MAX_BUILDERS_PAGE).exactOptional(),
    }),
  },
  byteFields: new Map(),
  unavailable: 'SIGNER_UNAVAILABLE',
  harmless: new Set(['list_keys', 'list_builders']),
  timeoutMs: () => SIGNER_TIMEOUT_MS,
  maxUnderWay: MAX_UNDER_WAY,
};
