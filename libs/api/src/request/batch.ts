/** Several operations of one request, as users sign them (gateway) and as builders send them (signer). */
import { MAX_BATCH_OPERATIONS } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { amendRequest, signedAmendRequest } from './amend';
import {
  cancelAllRequest,
  cancelRequest,
  orderRequest,
  signedCancelAllRequest,
  signedCancelRequest,
  signedOrderRequest,
} from './order';

const ONE_OF = 'exactly one of `place`, `cancel`, `amend` and `cancel_all`';
const OPERATIONS = `a list of 1 to ${MAX_BATCH_OPERATIONS} operations`;

const CANCEL = { user: EXAMPLE.user, market_id: EXAMPLE.marketId, order_id: 42 };

function batchOf<
  P extends z.ZodType,
  C extends z.ZodType,
  A extends z.ZodType,
  L extends z.ZodType,
>(
  name: string,
  { place, cancel, amend, cancelAll }: { place: P; cancel: C; amend: A; cancelAll: L },
  example: object,
) {
  const operation = named(
    `${name}Operation`,
    z
      .strictObject(
        {
          place: place.optional(),
          cancel: cancel.optional(),
          amend: amend.optional(),
          cancel_all: cancelAll.optional(),
        },
        { error: `an object with ${ONE_OF}` },
      )
      .refine((one) => Object.values(one).filter((given) => given !== undefined).length === 1, {
        error: ONE_OF,
      }),
    `One operation: ${ONE_OF}, with the body that it would have alone.`,
  );
  return z.strictObject({
    operations: z
      .array(operation, { error: OPERATIONS })
      .min(1, { error: OPERATIONS })
      .max(MAX_BATCH_OPERATIONS, { error: OPERATIONS })
      .meta({ description: 'In the order in which they are carried out', example: [example] }),
  });
}

/** `POST /v1/orders/batch` of the gateway. */
export const signedBatchRequest = named(
  'SignedBatchRequest',
  batchOf(
    'SignedBatch',
    {
      place: signedOrderRequest,
      cancel: signedCancelRequest,
      amend: signedAmendRequest,
      cancelAll: signedCancelAllRequest,
    },
    { cancel: { ...CANCEL, signature: EXAMPLE.signature } },
  ),
  'Operations that are carried out together, each signed by its user as it would be alone.',
);

/** `POST /v1/submit/batch` of the signer. */
export const batchRequest = named(
  'BatchRequest',
  batchOf(
    'Batch',
    {
      place: orderRequest,
      cancel: cancelRequest,
      amend: amendRequest,
      cancelAll: cancelAllRequest,
    },
    { cancel: CANCEL },
  ),
  'Operations of users of the calling builder that are carried out together.',
);

export type SignedBatchRequest = z.infer<typeof signedBatchRequest>;
export type BatchRequest = z.infer<typeof batchRequest>;
