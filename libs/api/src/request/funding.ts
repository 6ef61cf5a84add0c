/**
 * Bodies about deposits and withdrawals, as users sign them (gateway) and as builders send them (signer). `chain` is
 * the operator's name of a chain, which `ChainNames` maps.
 */
import { z } from 'zod';
import { DEPOSIT_PHASES, MAX_FAUCET_LAMPORTS, MAX_FAUCET_MICRO_USDC } from '@bellwether/funding';
import type { RecoverText, WithdrawText } from '@bellwether/canonical-message';
import { named } from '../answer/fields';
import { beforeField } from '../cursor';
import { EXAMPLE } from '../examples';
import {
  chainAddress,
  depositId,
  integer,
  microUsdc,
  nonce,
  pageLimit,
  publicKey,
  signature,
  text,
  withdrawalId,
  word,
} from './fields';
import { MAX_CHAIN_NAME_BYTES, MAX_QUEUES_PAGE, MAX_WITHDRAWALS_PAGE } from './limits';
import { insteadOfFields, isEitherForm } from './owner-text';
import { clientIdOf } from './form-fields';
import { bounds, boundsOf, clientId } from './signed-bounds';
import { atMostOne, hasAtMostOne, recipientOf, recipients } from './recipient';
import type { Recipient } from './recipient';

/** A withdrawal as a domain value: what its user signs, apart from the network. */
export interface WithdrawalTerms extends Recipient {
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  /** Micro-USDC; 0: any fee. */
  readonly maxGasFee: number;
  readonly allowProgramAddress: boolean;
  readonly nonce: number;
  readonly clientId?: Uint8Array;
}

const withdrawn = microUsdc.meta({
  description: 'What leaves the balance, in micro-USDC; `/v1/gas/price` has the least',
  example: 20_000_000,
});

/** `text`: the owner signed it in place of the canonical message. */
export interface SignedWithdrawal extends WithdrawalTerms {
  readonly text?: WithdrawText;
  readonly signature: Uint8Array;
}
export interface SignedRecovery {
  readonly user: Uint8Array;
  readonly mint: Uint8Array;
  readonly maxGasFee: number;
  readonly recipient: Uint8Array;
  readonly allowProgramAddress: boolean;
  readonly nonce: number;
  readonly clientId?: Uint8Array;
  readonly text?: RecoverText;
  readonly signature: Uint8Array;
}

const termsOfText = ({
  account: user,
  amount: amountMicroUsdc,
  recipient,
  chain: to,
  maxGasFee,
  allowProgramAddress,
  nonce: used,
}: WithdrawText): WithdrawalTerms => {
  const recipientKind = recipient === null ? 'default' : (`recipient_${to}` as const);
  const bounds = { maxGasFee, allowProgramAddress };
  return { user, amountMicroUsdc, recipientKind, recipient, ...bounds, nonce: used };
};

/** `POST /v1/withdraw` of the signer. */
export const withdrawRequest = named(
  'WithdrawRequest',
  z
    .strictObject({
      user: publicKey,
      amount: withdrawn,
      ...recipients,
      ...bounds,
      nonce,
      ...clientId,
    })
    .refine(hasAtMostOne, atMostOne)
    .transform((body): WithdrawalTerms => ({
      user: body.user,
      amountMicroUsdc: body.amount,
      ...recipientOf(body),
      ...boundsOf(body),
      nonce: body.nonce,
      ...clientIdOf(body),
    })),
  'A withdrawal of a user of the calling builder.',
);

/** `POST /v1/withdraw` of the gateway. */
export const signedWithdrawRequest = named(
  'SignedWithdrawRequest',
  z
    .strictObject({
      main_address: publicKey.optional(),
      amount: withdrawn.optional(),
      ...recipients,
      ...bounds,
      nonce: nonce.optional(),
      ...clientId,
      text: insteadOfFields('withdraw'),
      signature,
    })
    .refine(hasAtMostOne, atMostOne)
    .transform((body, context): SignedWithdrawal => {
      const { main_address: user, amount, nonce: used, text: said } = body;
      if (!isEitherForm(body, ['main_address', 'amount', 'nonce'], context)) return z.NEVER;
      const sent = { ...clientIdOf(body), signature: body.signature };
      if (said !== undefined) return { ...termsOfText(said), text: said, ...sent };
      const terms = { user: user!, amountMicroUsdc: amount!, nonce: used! };
      return { ...terms, ...recipientOf(body), ...boundsOf(body), ...sent };
    }),
  'A withdrawal that its user has signed.',
);

/** The terms that decide the price of a withdrawal. */
export type QuotedTerms = Omit<WithdrawalTerms, 'maxGasFee' | 'nonce'>;
const quoted = { ...recipients, allow_program_address: bounds.allow_program_address };

/** `POST /v1/withdraw/quote` of the gateway. */
export const withdrawQuoteRequest = named(
  'WithdrawQuoteRequest',
  z
    .strictObject({ main_address: publicKey, amount: withdrawn, ...quoted })
    .refine(hasAtMostOne, atMostOne)
    .transform((body): QuotedTerms => ({
      user: body.main_address,
      amountMicroUsdc: body.amount,
      ...recipientOf(body),
      allowProgramAddress: body.allow_program_address ?? false,
    })),
  'A withdrawal before it is signed.',
);

/** `POST /v1/withdraw/quote` of the signer. */
export const builderWithdrawQuoteRequest = named(
  'BuilderWithdrawQuoteRequest',
  z
    .strictObject({ user: publicKey, amount: withdrawn, ...quoted })
    .refine(hasAtMostOne, atMostOne)
    .transform((body): QuotedTerms => ({
      user: body.user,
      amountMicroUsdc: body.amount,
      ...recipientOf(body),
      allowProgramAddress: body.allow_program_address ?? false,
    })),
  'A withdrawal of a user of the calling builder, before it is sent.',
);

const recovery = {
  mint: chainAddress.meta({
    description: 'The token; `11111111111111111111111111111111` is the native one',
    example: EXAMPLE.usdcMint,
  }),
  recipient_ext: chainAddress.describe('The wallet that gets it'),
};

/** `POST /v1/deposit/recover` of the signer. */
export const recoverRequest = named(
  'RecoverRequest',
  z
    .strictObject({ user: publicKey, ...recovery, ...bounds, nonce, ...clientId })
    .transform(({ recipient_ext: recipient, user, mint, ...body }) => {
      return { user, mint, recipient, ...boundsOf(body), nonce: body.nonce, ...clientIdOf(body) };
    }),
  'What lies at the deposit address of a user, of one token.',
);

/** `POST /v1/deposit/recover` of the gateway. */
export const signedRecoverRequest = named(
  'SignedRecoverRequest',
  z
    .strictObject({
      main_address: publicKey.optional(),
      mint: recovery.mint.optional(),
      recipient_ext: recovery.recipient_ext.optional(),
      ...bounds,
      nonce: nonce.optional(),
      ...clientId,
      text: insteadOfFields('recover'),
      signature,
    })
    .transform((body, context): SignedRecovery => {
      const { main_address: user, mint, recipient_ext: recipient, nonce: used, text: said } = body;
      const names = ['main_address', 'mint', 'recipient_ext', 'nonce'] as const;
      if (!isEitherForm(body, names, context)) return z.NEVER;
      const sent = { ...clientIdOf(body), signature: body.signature };
      if (said === undefined) {
        const terms = { user: user!, mint: mint!, recipient: recipient!, nonce: used! };
        return { ...terms, ...boundsOf(body), ...sent };
      }
      const { account, kind: _, network: __, ...terms } = said;
      return { user: account, ...terms, text: said, ...sent };
    }),
  'The same, signed by the user.',
);

/** For both chains; `ChainNames` maps the operator's names. */
const chain = text({ maxBytes: MAX_CHAIN_NAME_BYTES }).meta({
  description:
    'Which chain, by its public name: `ext` and `main` unless the operator says otherwise',
  example: 'ext',
});

/** `POST /v1/deposit/address` of the signer. */
export const depositAddressRequest = named(
  'DepositAddressRequest',
  z.strictObject({ user: publicKey, chain }),
  'Whose address, on which chain.',
);

const faucet = {
  chain,
  address: chainAddress.meta({ description: 'Who gets it', example: EXAMPLE.depositAddress }),
};
const tokenSaid = { description: 'What is given' };

/** `POST /v1/faucet`: `amount` in micro-USDC or lamports. */
export const faucetRequest = named(
  'FaucetRequest',
  z.discriminatedUnion(
    'token',
    [
      z.strictObject({
        ...faucet,
        token: z.literal('usdc').meta(tokenSaid),
        amount: integer(1, MAX_FAUCET_MICRO_USDC, ' (micro-USDC)').meta({
          description: 'How much, in micro-USDC',
          example: 25_000_000,
        }),
      }),
      z.strictObject({
        ...faucet,
        token: z.literal('native').meta(tokenSaid),
        amount: integer(1, MAX_FAUCET_LAMPORTS, ' (lamports)').meta({
          description: 'How much, in lamports',
          example: 50_000_000,
        }),
      }),
    ],
    { error: '"usdc" or "native"' },
  ),
  'Test money on a chain.',
);

/** `GET /v1/withdrawals/{public_key}` */
export const withdrawalsQuery = z.strictObject({
  limit: pageLimit(MAX_WITHDRAWALS_PAGE),
  before: beforeField('withdrawal').optional(),
});

/** `GET /admin/queues`: deposits in one phase, by default the queued ones. */
export const queuesQuery = z
  .strictObject({
    phase: word(DEPOSIT_PHASES)
      .meta({ description: 'Deposits of this phase', example: 'queued' })
      .default('queued'),
    limit: pageLimit(MAX_QUEUES_PAGE),
    before: beforeField('deposit').optional(),
  })
  .transform(({ phase, ...page }) => ({ phase, page }));

export const withdrawalIdParameter = withdrawalId;
export const depositIdParameter = depositId;

export type WithdrawRequest = z.infer<typeof withdrawRequest>;
export type WithdrawQuoteRequest = z.infer<typeof withdrawQuoteRequest>;
export type BuilderWithdrawQuoteRequest = z.infer<typeof builderWithdrawQuoteRequest>;
export type SignedWithdrawRequest = z.infer<typeof signedWithdrawRequest>;
export type RecoverRequest = z.infer<typeof recoverRequest>;
export type SignedRecoverRequest = z.infer<typeof signedRecoverRequest>;
export type DepositAddressRequest = z.infer<typeof depositAddressRequest>;
export type FaucetRequest = z.infer<typeof faucetRequest>;
export type WithdrawalsQuery = z.infer<typeof withdrawalsQuery>;
export type QueuesQuery = z.infer<typeof queuesQuery>;
