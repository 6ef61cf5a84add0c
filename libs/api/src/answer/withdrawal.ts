/** Withdrawals: the answer at their acceptance, and their record afterwards. */
import { toBase58, toHex } from '@bellwether/codec';
import type { WithdrawalView } from '@bellwether/exchange';
import {
  RECIPIENT_KINDS,
  WITHDRAWAL_FAILURES,
  WITHDRAWAL_STATUSES,
  explainWithdrawal,
  newWithdrawal,
} from '@bellwether/funding';
import type { FundingChain, GasItem, RecipientKind, Withdrawal } from '@bellwether/funding';
import { z } from 'zod';
import type { ChainNames } from '../chain-names';
import { pageEnd } from '../cursor';
import { EXAMPLE } from '../examples';
import {
  base58OrNull,
  chainField,
  explanationField,
  historyField,
  presentExplanation,
  presentHistoryEntry,
} from './deposit';
import {
  address,
  builderKey,
  count,
  hex32,
  micro,
  named,
  oneOf,
  pageFields,
  time,
  transaction,
  user,
  orNull,
} from './fields';
import type { Answer } from './fields';
import {
  WITHDRAWAL_GAS,
  gasFields,
  presentGasItems,
  presentItemsOrNull,
  recordedGasFields,
} from './gas';
import { presentBuilder, presentUser, unixSecondsOf } from './units';

const withdrawalFields = {
  withdrawal_id: hex32('The withdrawal', EXAMPLE.withdrawalId),
  user: user(),
  amount: micro('What leaves the balance', 20_000_000),
  gas_fee: micro('What of it the chains take, fixed when it was accepted', WITHDRAWAL_GAS.sum),
  net_amount: micro('What arrives: `amount` - `gas_fee`', 20_000_000 - WITHDRAWAL_GAS.sum),
  ...recordedGasFields(WITHDRAWAL_GAS),
  recipient: address('The wallet that is paid', EXAMPLE.wallet),
  recipient_kind: oneOf(
    RECIPIENT_KINDS,
    "How it was named; `default` is the user's own deposit address",
    'recipient_ext',
  ),
  chain: chainField('Where it is paid'),
  nonce: count('As it was sent', 1),
  created_at: time('When it was accepted'),
};
export const acceptedWithdrawalAnswer = named(
  'AcceptedWithdrawal',
  z.strictObject({
    ...withdrawalFields,
    status: z.literal('pending').meta({ description: 'Accepted, and set aside' }),
  }),
  'A withdrawal that was accepted: it is paid from now on, whatever happens.',
);
export type AcceptedWithdrawalAnswer = Answer<typeof acceptedWithdrawalAnswer>;

export const withdrawalQuoteAnswer = named(
  'WithdrawalQuote',
  z.strictObject({
    user: user(),
    amount: micro('What would leave the balance', 20_000_000),
    gas_fee: micro('What of it the chains take', WITHDRAWAL_GAS.sum),
    net_amount: micro('What would arrive: `amount` - `gas_fee`', 20_000_000 - WITHDRAWAL_GAS.sum),
    ...gasFields(WITHDRAWAL_GAS),
    min_amount: micro('The least that may be withdrawn to this chain', 14_567_720),
    recipient: address('The wallet that would be paid', EXAMPLE.wallet),
    recipient_kind: oneOf(RECIPIENT_KINDS, 'How it was named', 'recipient_ext'),
    chain: chainField('Where it would be paid'),
  }),
  'What a withdrawal would cost that is accepted now.',
);
export type WithdrawalQuoteAnswer = Answer<typeof withdrawalQuoteAnswer>;

export const withdrawalAnswer = named(
  'Withdrawal',
  z.strictObject({
    ...withdrawalFields,
    status: oneOf(
      WITHDRAWAL_STATUSES,
      'How far it is; `failed` gave the whole amount back',
      'completed',
    ),
    builder_api_key: builderKey('The builder that sent it', EXAMPLE.keyId),
    reason: orNull(
      oneOf(WITHDRAWAL_FAILURES, 'Why it failed; null where it did not', 'recipient_unusable'),
    ),
    attempt: count('How often the present step was tried', 1),
    tx_main: transaction('On the main chain: it pays there, or burns; null before').nullable(),
    tx_ext: transaction('On the other chain: it pays; null before').nullable(),
    sequence: count("The bridge's number of the transfer; null where there is none", 7).nullable(),
    vaa: z
      .base64()
      .meta({
        description:
          "The bridge's attestation, in base64; null before. Anyone who has it may complete the transfer",
        example: 'AQAAAAABAA==',
      })
      .nullable(),
    seq: count('The command that accepted it', EXAMPLE.seq),
    updated_at: time('When it changed last'),
    history: historyField,
    explanation: explanationField,
  }),
  'A withdrawal as it is now.',
);
export type WithdrawalAnswer = Answer<typeof withdrawalAnswer>;

export const withdrawalsAnswer = named(
  'WithdrawalsPage',
  z.strictObject({
    withdrawals: z.array(withdrawalAnswer).meta({ description: 'Newest first' }),
    ...pageFields,
  }),
  'A page of withdrawals.',
);
export type WithdrawalsAnswer = Answer<typeof withdrawalsAnswer>;

/** As the withdraw-worker reports it. */
export interface AcceptedWithdrawal {
  readonly withdrawalId: Uint8Array;
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  readonly gasFeeMicroUsdc: number;
  readonly gasItems: readonly GasItem[] | null;
  readonly netAmountMicroUsdc: number;
  readonly chain: FundingChain;
  readonly recipientKind: RecipientKind;
  readonly recipient: Uint8Array;
  readonly nonce: number;
  readonly createdMs: number;
}

/** `POST /v1/withdraw/quote` */
export const presentWithdrawalQuote = (
  quote: Omit<AcceptedWithdrawal, 'withdrawalId' | 'nonce' | 'createdMs' | 'gasItems'> & {
    readonly gasItems: readonly GasItem[];
    readonly minimumMicroUsdc: number;
  },
  names: ChainNames,
): WithdrawalQuoteAnswer => ({
  user: presentUser(quote.user),
  amount: quote.amountMicroUsdc,
  gas_fee: quote.gasFeeMicroUsdc,
  net_amount: quote.netAmountMicroUsdc,
  gas_micro_usdc: quote.gasFeeMicroUsdc,
  gas_items: presentGasItems(quote.gasItems),
  min_amount: quote.minimumMicroUsdc,
  recipient: toBase58(quote.recipient),
  recipient_kind: quote.recipientKind,
  chain: names.nameOf(quote.chain),
});

/** `POST /v1/withdraw`, 202: accepted, and the amount set aside. Micro-USDC. */
export const presentAccepted = (
  accepted: AcceptedWithdrawal,
  names: ChainNames,
): AcceptedWithdrawalAnswer => ({
  withdrawal_id: toHex(accepted.withdrawalId),
  status: 'pending',
  user: presentUser(accepted.user),
  amount: accepted.amountMicroUsdc,
  gas_fee: accepted.gasFeeMicroUsdc,
  gas_micro_usdc: accepted.gasFeeMicroUsdc,
  gas_items: presentItemsOrNull(accepted.gasItems),
  net_amount: accepted.netAmountMicroUsdc,
  recipient: toBase58(accepted.recipient),
  recipient_kind: accepted.recipientKind,
  chain: names.nameOf(accepted.chain),
  nonce: accepted.nonce,
  created_at: unixSecondsOf(accepted.createdMs),
});

/**
 * `GET /v1/withdraw/{id}`. `vaa` is base64, present once the transfer is attested: its holder can complete the
 * transfer. On main `tx_main` pays the recipient; on ext it debits and burns, and `tx_ext` pays.
 */
export const presentWithdrawal = (withdrawal: Withdrawal, names: ChainNames): WithdrawalAnswer => ({
  withdrawal_id: toHex(withdrawal.withdrawalId),
  status: withdrawal.status,
  user: presentUser(withdrawal.user),
  amount: withdrawal.amountMicroUsdc,
  gas_fee: withdrawal.gasFeeMicroUsdc,
  gas_micro_usdc: withdrawal.gasFeeMicroUsdc,
  gas_items: presentItemsOrNull(withdrawal.gasItems),
  net_amount: withdrawal.amountMicroUsdc - withdrawal.gasFeeMicroUsdc,
  recipient: toBase58(withdrawal.recipient),
  recipient_kind: withdrawal.recipientKind,
  chain: names.nameOf(withdrawal.chain),
  nonce: withdrawal.nonce,
  builder_api_key: presentBuilder(withdrawal.builder),
  reason: withdrawal.failure,
  attempt: withdrawal.attempt,
  tx_main: base58OrNull(withdrawal.debitSignature),
  tx_ext: base58OrNull(withdrawal.completionSignature),
  sequence: withdrawal.sequence,
  vaa: withdrawal.vaa === null ? null : Buffer.from(withdrawal.vaa).toString('base64'),
  seq: withdrawal.acceptedSeq,
  created_at: unixSecondsOf(withdrawal.createdMs),
  updated_at: unixSecondsOf(withdrawal.updatedMs),
  history: withdrawal.history.map(presentHistoryEntry),
  explanation: presentExplanation(explainWithdrawal(withdrawal)),
});

/** A page of a user's withdrawals, newest first. */
export function presentWithdrawals(
  page: {
    readonly items: readonly (Withdrawal & { readonly number: number })[];
    readonly hasMore: boolean;
  },
  names: ChainNames,
): WithdrawalsAnswer {
  const last = page.items.at(-1);
  return {
    withdrawals: page.items.map((one) => presentWithdrawal(one, names)),
    ...pageEnd('withdrawal', page.hasMore && last !== undefined ? last.number : null),
  };
}

/**
 * The record of a withdrawal that the engine accepted and no worker has recorded yet, for some milliseconds.
 * `recipient`: the wallet to pay, which the engine does not know for the default.
 */
export const acceptedRecord = (view: WithdrawalView, recipient: Uint8Array): Withdrawal =>
  newWithdrawal(
    {
      withdrawalId: view.withdrawalId,
      user: view.user,
      amountMicroUsdc: view.amount,
      gasFeeMicroUsdc: view.gasFee,
      chain: view.chain,
      recipientKind: view.recipientKind,
      recipient,
      allowProgramAddress: view.allowProgramAddress,
      nonce: view.nonce,
      builder: null,
      acceptedSeq: view.seq,
    },
    view.createdMs,
  );
