/** Another price or size of a resting order, as users sign it (gateway) and as builders send it (signer). */
import { amendForm } from '@bellwether/canonical-message';
import type { z } from 'zod';
import { named } from '../answer/fields';
import { nonce, size } from './fields';
import { requestsOf } from './form-fields';

const { byBuilder, byUser } = requestsOf(amendForm, {
  size: size.describe('How many contracts are open after it'),
  nonce: nonce.describe('Of the kind `order`'),
});

/** `POST /v1/amend` of the signer. */
export const amendRequest = named(
  'AmendRequest',
  byBuilder,
  'Another price or size of a resting order.',
);

/** `POST /v1/orders/amend` of the gateway. */
export const signedAmendRequest = named(
  'SignedAmendRequest',
  byUser,
  'Another price or size of a resting order, signed by its user.',
);

export type AmendRequest = z.infer<typeof amendRequest>;
export type SignedAmendRequest = z.infer<typeof signedAmendRequest>;
