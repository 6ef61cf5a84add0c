/** Bodies and queries about payouts of revenue: of a builder (signer), and of the exchange (gateway). */
import { MAX_PAYOUT_REFERENCE_BYTES } from '@bellwether/exchange';
import { TREASURY_SOURCES } from '@bellwether/funding';
import type { PayoutRecipient } from '@bellwether/funding';
import { z } from 'zod';
import { named } from '../answer/fields';
import { beforeField } from '../cursor';
import { EXAMPLE } from '../examples';
import { chainAddress, microUsdc, pageLimit, publicKey, word } from './fields';
import { MAX_PAYOUTS_PAGE } from './limits';
import { bounds, boundsOf } from './signed-bounds';

const REFERENCE_MESSAGE = `1 to ${MAX_PAYOUT_REFERENCE_BYTES} characters of A-Z, a-z, 0-9 and . _ : -`;
/** It is a part of a path too. */
const REFERENCE = new RegExp(`^[A-Za-z0-9._:-]{1,${MAX_PAYOUT_REFERENCE_BYTES}}$`);
export const payoutReference = z
  .string({ error: REFERENCE_MESSAGE })
  .regex(REFERENCE, { error: REFERENCE_MESSAGE })
  .meta({
    description:
      "The sender's own name for the payout, which is paid once; a repeat gets the first answer",
    example: 'may-2027',
  });

const asked = {
  reference: payoutReference,
  amount: microUsdc.meta({
    description: 'What leaves the revenue, in micro-USDC',
    example: 20_000_000,
  }),
  recipient_main: chainAddress
    .meta({ description: 'The wallet on the main chain that is paid', example: EXAMPLE.wallet })
    .optional(),
  recipient_ext: chainAddress
    .meta({ description: 'In its place a wallet on the chain to deposit from', example: undefined })
    .optional(),
  user: publicKey
    .meta({
      description: 'Or in its place a user, whose balance gets it at once, without gas',
      example: undefined,
    })
    .optional(),
  ...bounds,
};
type Asked = z.infer<z.ZodObject<typeof asked>>;

const ONE_RECIPIENT = {
  path: ['recipient_main'],
  error: 'given alone, or `recipient_ext` or `user` in its place: a payout has one recipient',
};
const hasOne = ({ recipient_main, recipient_ext, user }: Asked): boolean =>
  [recipient_main, recipient_ext, user].filter((one) => one !== undefined).length === 1;

/** A payout as it is asked for, by a builder or an operator. */
export interface AskedPayout {
  readonly reference: string;
  readonly amountMicroUsdc: number;
  /** 0: any. */
  readonly maxGasFeeMicroUsdc: number;
  readonly recipientKind: PayoutRecipient;
  readonly recipient: Uint8Array;
  readonly allowProgramAddress: boolean;
}

function askedOf({
  reference,
  amount,
  recipient_main,
  recipient_ext,
  user,
  ...body
}: Asked): AskedPayout {
  const { maxGasFee, allowProgramAddress } = boundsOf(body);
  const [recipientKind, recipient] =
    recipient_main !== undefined
      ? (['recipient_main', recipient_main] as const)
      : recipient_ext !== undefined
        ? (['recipient_ext', recipient_ext] as const)
        : (['user', user!] as const);
  const terms = { reference, amountMicroUsdc: amount, maxGasFeeMicroUsdc: maxGasFee };
  return { ...terms, recipientKind, recipient, allowProgramAddress };
}

/** `POST /v1/builder/payout` */
export const payoutRequest = named(
  'PayoutRequest',
  z.strictObject(asked).refine(hasOne, ONE_RECIPIENT).transform(askedOf),
  'What of the own revenue is paid out, and to whom.',
);

/** `POST /admin/treasury/payout` */
export const treasuryPayoutRequest = named(
  'TreasuryPayoutRequest',
  z
    .strictObject({
      source: word(TREASURY_SOURCES).meta({
        description: 'What is paid out: fees of trades less rebates, or what gas fees brought',
        example: 'protocol_fees',
      }),
      ...asked,
    })
    .refine(hasOne, ONE_RECIPIENT)
    .transform(({ source, ...body }) => ({ source, ...askedOf(body) })),
  'What the exchange earned and pays out, and to whom.',
);

const payoutsPage = {
  limit: pageLimit(MAX_PAYOUTS_PAGE),
  before: beforeField('payout').optional(),
};

/** `GET /v1/builder/payouts` */
export const payoutsQuery = z.strictObject(payoutsPage);

/** `GET /admin/treasury/payouts` */
export const treasuryPayoutsQuery = z.strictObject({
  ...payoutsPage,
  reference: payoutReference
    .meta({ description: 'Only payouts with this reference: at most one for each source' })
    .optional(),
});

export type PayoutRequest = z.infer<typeof payoutRequest>;
export type TreasuryPayoutRequest = z.infer<typeof treasuryPayoutRequest>;
