/** Key administration on the bus: how the signer reads each request, and the contract of both sides. */
import { toHex } from '@bellwether/codec';
import { MAX_BUILDER_FEE_BPS, MAX_BUILDER_ID_BYTES } from '@bellwether/exchange';
import type { JsonFields } from '../rpc/json-fields';
import type { JsonContract } from '../rpc/json-service';
import { MAX_KEYS_PAGE, SIGNER_TIMEOUT_MS } from '../limits';
import type { SignerKeyOperations } from './signer-admin';
import { SIGNER_QUEUE, signerKeysSubject } from '../subjects';

const MAX_NAME_BYTES = 128;
const MAX_SCOPES = 16;
const MAX_SCOPE_BYTES = 32;
const MAX_ORDERS_PER_SECOND = 1_000_000;
const KEY_ID_BYTES = 16;
/** Admin work is rare: more than this under way at once is a fault of the caller. */
const MAX_UNDER_WAY = 64;

const keyId = (fields: JsonFields) => ({ keyId: toHex(fields.bytes('keyId', KEY_ID_BYTES)) });

export const SIGNER_ADMIN: JsonContract<SignerKeyOperations> = {
  name: 'key administration',
  subjectOf: signerKeysSubject,
  queue: SIGNER_QUEUE,
  requests: {
    create_builder: (fields) => ({
      name: fields.text('name', MAX_NAME_BYTES),
      ...(fields.has('maxFeeBps')
        ? { maxFeeBps: fields.integer('maxFeeBps', 0, MAX_BUILDER_FEE_BPS) }
        : {}),
    }),
    create_key: (fields) => ({
      builderId: fields.text('builderId', MAX_BUILDER_ID_BYTES),
      ...(fields.has('scopes')
        ? { scopes: fields.texts('scopes', MAX_SCOPES, MAX_SCOPE_BYTES) }
        : {}),
      ...(fields.has('ordersPerSecond')
        ? { ordersPerSecond: fields.integer('ordersPerSecond', 1, MAX_ORDERS_PER_SECOND) }
        : {}),
      ...(fields.has('dailyOutflowMicroUsdc')
        ? {
            dailyOutflowMicroUsdc: fields.integer(
              'dailyOutflowMicroUsdc',
              1,
              Number.MAX_SAFE_INTEGER,
            ),
          }
        : {}),
    }),
    rotate_key: keyId,
    revoke_key: keyId,
    list_keys: (fields) => ({
      ...(fields.has('builderId')
        ? { builderId: fields.text('builderId', MAX_BUILDER_ID_BYTES) }
        : {}),
      ...(fields.has('after') ? { after: toHex(fields.bytes('after', KEY_ID_BYTES)) } : {}),
      ...(fields.has('limit') ? { limit: fields.integer('limit', 1, MAX_KEYS_PAGE) } : {}),
    }),
  },
  byteFields: new Map(),
  unavailable: 'SIGNER_UNAVAILABLE',
  harmless: new Set(['list_keys']),
  timeoutMs: () => SIGNER_TIMEOUT_MS,
  maxUnderWay: MAX_UNDER_WAY,
};
