/**
 * Commands over the socket, each with the very body that its endpoint takes, and their answers: docs/protocol/streams.md,
 * section 6.
 */
import { z } from 'zod';
import { count, flag, named, words } from '../answer/fields';
import type { Answer } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { signedBatchRequest } from '../request/batch';
import { opaqueText, publicKey } from '../request/fields';
import { signedAmendRequest } from '../request/amend';
import { signedCancelAfterRequest } from '../request/cancel-after';
import { signedCancelAllRequest, signedCancelRequest, signedOrderRequest } from '../request/order';
import { signedRedeemRequest } from '../request/redeem';
import { MAX_HELD_CANCELS_PER_CONNECTION, MAX_MESSAGE_ID_BYTES } from './limits';

/** Whose cancels are dropped at the gateway; without `user` all that the session has left. */
export const keepOnDisconnectRequest = named(
  'KeepOnDisconnectRequest',
  z.strictObject({ user: publicKey.describe('Whose; without it all').optional() }),
  'Cancels that a session has left are not sent.',
);

/** The body of each operation, and the endpoint that takes the same. Null: the socket alone does it. */
export const OPERATIONS = {
  order: { body: signedOrderRequest, path: '/v1/orders' },
  cancel: { body: signedCancelRequest, path: '/v1/orders/cancel' },
  amend: { body: signedAmendRequest, path: '/v1/orders/amend' },
  cancel_all: { body: signedCancelAllRequest, path: '/v1/orders/cancel-all' },
  batch: { body: signedBatchRequest, path: '/v1/orders/batch' },
  cancel_after: { body: signedCancelAfterRequest, path: '/v1/orders/cancel-after' },
  redeem: { body: signedRedeemRequest, path: '/v1/positions/redeem' },
  cancel_on_disconnect: { body: signedCancelAllRequest, path: null },
  keep_on_disconnect: { body: keepOnDisconnectRequest, path: null },
} as const;
export type OperationName = keyof typeof OPERATIONS;
export type OperationBody<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['body']>;

export const isOperationName = (name: unknown): name is OperationName =>
  typeof name === 'string' && Object.hasOwn(OPERATIONS, name);

const id = opaqueText(MAX_MESSAGE_ID_BYTES).meta({
  description: "The caller's own name for the operation, which its answer carries",
  example: '7',
});
const names = Object.keys(OPERATIONS).map((name) => `"${name}"`);
export const OPERATION_NAMES_TEXT = names.join(' or ');

/** Around every operation. Its body is parsed as that of its endpoint is, so that its errors are the same. */
export const operationEnvelope = z.strictObject({
  op: z.custom<OperationName>(isOperationName, { error: OPERATION_NAMES_TEXT }),
  id,
  body: z.unknown().optional(),
});

const messageOf = <N extends OperationName>(name: N, body: (typeof OPERATIONS)[N]['body']) =>
  z.strictObject({
    op: z.literal(name).meta({ description: 'What is to be done' }),
    id,
    body: body.meta({ description: 'As over HTTP' }),
  });

/** As the documents show them. */
export const OPERATION_MESSAGES = {
  order: messageOf('order', OPERATIONS.order.body),
  cancel: messageOf('cancel', OPERATIONS.cancel.body),
  amend: messageOf('amend', OPERATIONS.amend.body),
  cancel_all: messageOf('cancel_all', OPERATIONS.cancel_all.body),
  batch: messageOf('batch', OPERATIONS.batch.body),
  cancel_after: messageOf('cancel_after', OPERATIONS.cancel_after.body),
  redeem: messageOf('redeem', OPERATIONS.redeem.body),
  cancel_on_disconnect: messageOf('cancel_on_disconnect', OPERATIONS.cancel_on_disconnect.body),
  keep_on_disconnect: z.strictObject({
    op: z.literal('keep_on_disconnect').meta({ description: 'What is to be done' }),
    id,
    body: keepOnDisconnectRequest.optional(),
  }),
} as const;

export const operationAnswerMessage = named(
  'OperationAnswer',
  z.strictObject({
    type: z.literal('answer').meta({ description: 'What the message is' }),
    id: words('Of the operation', '7'),
    status: count('What its endpoint would have answered with', 200),
    replayed: flag('Whether it is the answer of an earlier, equal operation', false),
    request_id: words('Of this operation in the logs', `${EXAMPLE.keyId}.7`),
    retry_after: count(
      'Seconds to wait before it is sent again; with 429 and 503 alone',
      1,
    ).optional(),
    rate_limit: z
      .strictObject({
        name: words('Which limit', 'user_orders'),
        limit: count('What it is at most', 120),
        remaining: count('What is left', 119),
        reset: count('Seconds until all of it is there again', 1),
      })
      .meta({
        description: "The user's tightest limit after this; absent where nothing was charged",
      })
      .optional(),
    body: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The body of that answer, or of that error', example: {} }),
  }),
  'What became of one operation.',
);

export type OperationAnswerMessage = Answer<typeof operationAnswerMessage>;

/** The body of the answers to `cancel_on_disconnect` and `keep_on_disconnect`. */
export const heldCancelsAnswer = named(
  'HeldCancels',
  z.strictObject({
    held: count('Cancels that are sent when this connection ends', 1),
    max_held: count('As many as a connection may have', MAX_HELD_CANCELS_PER_CONNECTION),
  }),
  'What is held for the end of the connection.',
);
