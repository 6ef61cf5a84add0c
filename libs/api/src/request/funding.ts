/**
 * Bodies about deposits and withdrawals, as users sign them (gateway) and as builders send them (signer). `chain` is
 * a name that the operator chose: `ChainNames` reads it.
 */
import { z } from 'zod';
import { DEPOSIT_PHASES, MAX_FAUCET_LAMPORTS, MAX_FAUCET_MICRO_USDC } from '@bellwether/funding';
import type { RecipientKind } from '@bellwether/funding';
import { beforeField } from '../cursor';
import {
  chainAddress,
  decimal,
  depositId,
  integer,
  microUsdc,
  nonce,
  publicKey,
  signature,
  text,
  withdrawalId,
  word,
} from './fields';
import {
  DEFAULT_PAGE_LIMIT,
  MAX_CHAIN_NAME_BYTES,
  MAX_QUEUES_PAGE,
  MAX_WITHDRAWALS_PAGE,
} from './limits';

/** A withdrawal in the domain's words: what its user signs, beside the network. */
export interface WithdrawalTerms {
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  readonly recipientKind: RecipientKind;
  /** `null` with the kind `default`: the user's own deposit address. */
  readonly recipient: Uint8Array | null;
  readonly nonce: number;
}

const recipients = {
  recipient_ext: chainAddress.optional(),
  recipient_main: chainAddress.optional(),
};
type Recipients = z.infer<z.ZodObject<typeof recipients>>;

const atMostOne = {
  path: ['recipient_main'],
  error: 'absent where `recipient_ext` is given: a withdrawal has one recipient',
};
const hasAtMostOne = (body: Recipients): boolean =>
  body.recipient_ext === undefined || body.recipient_main === undefined;

function recipientOf(body: Recipients): Pick<WithdrawalTerms, 'recipientKind' | 'recipient'> {
  const { recipient_ext: ext, recipient_main: main } = body;
  if (ext !== undefined) return { recipientKind: 'recipient_ext', recipient: ext };
  if (main !== undefined) return { recipientKind: 'recipient_main', recipient: main };
  return { recipientKind: 'default', recipient: null };
}

/** `POST /v1/withdraw` of the signer. */
export const withdrawRequest = z
  .strictObject({ user: publicKey, amount: microUsdc, ...recipients, nonce })
  .refine(hasAtMostOne, atMostOne)
  .transform((body): WithdrawalTerms => ({
    user: body.user,
    amountMicroUsdc: body.amount,
    ...recipientOf(body),
    nonce: body.nonce,
  }));

/** `POST /v1/withdraw` of the gateway. */
export const signedWithdrawRequest = z
  .strictObject({ main_address: publicKey, amount: microUsdc, ...recipients, nonce, signature })
  .refine(hasAtMostOne, atMostOne)
  .transform((body): WithdrawalTerms & { readonly signature: Uint8Array } => ({
    user: body.main_address,
    amountMicroUsdc: body.amount,
    ...recipientOf(body),
    nonce: body.nonce,
    signature: body.signature,
  }));

const recovery = { mint: chainAddress, recipient_ext: chainAddress };

/** `POST /v1/deposit/recover` of the signer. */
export const recoverRequest = z
  .strictObject({ user: publicKey, ...recovery, nonce })
  .transform(({ recipient_ext: recipient, ...body }) => ({ ...body, recipient }));

/** `POST /v1/deposit/recover` of the gateway. */
export const signedRecoverRequest = z
  .strictObject({ main_address: publicKey, ...recovery, nonce, signature })
  .transform(({ main_address: user, recipient_ext: recipient, ...body }) => ({
    ...body,
    user,
    recipient,
  }));

/** Of both chains; which one a name means is the operator's to say. */
const chain = text({ maxBytes: MAX_CHAIN_NAME_BYTES });

/** `POST /v1/deposit/address` of the signer. */
export const depositAddressRequest = z.strictObject({ user: publicKey, chain });

const faucet = { chain, address: chainAddress };

/** `POST /v1/faucet`: `amount` in micro-USDC or lamports. */
export const faucetRequest = z.discriminatedUnion(
  'token',
  [
    z.strictObject({
      ...faucet,
      token: z.literal('usdc'),
      amount: integer(1, MAX_FAUCET_MICRO_USDC, ' (micro-USDC)'),
    }),
    z.strictObject({
      ...faucet,
      token: z.literal('native'),
      amount: integer(1, MAX_FAUCET_LAMPORTS, ' (lamports)'),
    }),
  ],
  { error: '"usdc" or "native"' },
);

/** `GET /v1/withdrawals/{public_key}` */
export const withdrawalsQuery = z.strictObject({
  limit: decimal(1, MAX_WITHDRAWALS_PAGE).default(DEFAULT_PAGE_LIMIT),
  before: beforeField('withdrawal').optional(),
});

/** `GET /admin/queues`: deposits of a phase, those that wait unless another is asked for. */
export const queuesQuery = z
  .strictObject({
    phase: word(DEPOSIT_PHASES).default('queued'),
    limit: decimal(1, MAX_QUEUES_PAGE).default(DEFAULT_PAGE_LIMIT),
    before: beforeField('deposit').optional(),
  })
  .transform(({ phase, ...page }) => ({ phase, page }));

export const withdrawalIdParameter = withdrawalId;
export const depositIdParameter = depositId;

export type WithdrawRequest = z.infer<typeof withdrawRequest>;
export type SignedWithdrawRequest = z.infer<typeof signedWithdrawRequest>;
export type RecoverRequest = z.infer<typeof recoverRequest>;
export type SignedRecoverRequest = z.infer<typeof signedRecoverRequest>;
export type DepositAddressRequest = z.infer<typeof depositAddressRequest>;
export type FaucetRequest = z.infer<typeof faucetRequest>;
export type WithdrawalsQuery = z.infer<typeof withdrawalsQuery>;
export type QueuesQuery = z.infer<typeof queuesQuery>;
