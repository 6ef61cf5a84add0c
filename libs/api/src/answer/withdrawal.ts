/** Withdrawals: the answer at their acceptance, and their record afterwards. */
import type { WithdrawalView } from '@bellwether/exchange';
import {
  RECIPIENT_KINDS,
  WITHDRAWAL_FAILURES,
  WITHDRAWAL_STATUSES,
  explainWithdrawal,
  newWithdrawal,
} from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { chainField, explanationAnswer, historyField } from './deposit';
import {
  address,
  base64,
  builderKey,
  clientId,
  count,
  hex32,
  micro,
  named,
  oneOf,
  time,
  transaction,
  user,
  orNull,
} from './fields';
import { WITHDRAWAL_GAS, billedItems, gasSum, recordedItems } from './gas';
import { from } from './inside';
import { endOfNumbered } from './page';

interface Amounts {
  readonly amountMicroUsdc: number;
  readonly gasFeeMicroUsdc: number;
}
const netAmount = (what: string) =>
  from(
    ({ amountMicroUsdc, gasFeeMicroUsdc }: Amounts) => amountMicroUsdc - gasFeeMicroUsdc,
    micro(what, 20_000_000 - WITHDRAWAL_GAS.sum),
  );

const withdrawalFields = {
  withdrawal_id: hex32('The withdrawal', EXAMPLE.withdrawalId),
  user: user(),
  amount: from('amountMicroUsdc', micro('What leaves the balance', 20_000_000)),
  gas_fee: from(
    'gasFeeMicroUsdc',
    micro(
      'What of it the chains take: less once it was paid together with others',
      WITHDRAWAL_GAS.sum,
    ),
  ),
  net_amount: netAmount('What arrives: `amount` - `gas_fee`'),
  gas_micro_usdc: from('gasFeeMicroUsdc', gasSum('cost', WITHDRAWAL_GAS.sum)),
  gas_items: recordedItems(WITHDRAWAL_GAS),
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
    status: from(
      () => 'pending' as const,
      z.literal('pending').meta({ description: 'Accepted, and set aside' }),
    ),
    ...clientId,
  }),
  'A withdrawal that was accepted: it is paid from now on, whatever happens.',
);

export const withdrawalQuoteAnswer = named(
  'WithdrawalQuote',
  z.strictObject({
    user: user(),
    amount: from('amountMicroUsdc', micro('What would leave the balance', 20_000_000)),
    gas_fee: from('gasFeeMicroUsdc', micro('What of it the chains take', WITHDRAWAL_GAS.sum)),
    net_amount: netAmount('What would arrive: `amount` - `gas_fee`'),
    gas_micro_usdc: from('gasFeeMicroUsdc', gasSum('costs', WITHDRAWAL_GAS.sum)),
    gas_items: billedItems(WITHDRAWAL_GAS),
    min_amount: from(
      'minimumMicroUsdc',
      micro('The least that may be withdrawn to this chain', 14_567_720),
    ),
    recipient: address('The wallet that would be paid', EXAMPLE.wallet),
    recipient_kind: oneOf(RECIPIENT_KINDS, 'How it was named', 'recipient_ext'),
    chain: chainField('Where it would be paid'),
  }),
  'What a withdrawal would cost that is accepted now.',
);

export const withdrawalAnswer = named(
  'Withdrawal',
  z.strictObject({
    ...withdrawalFields,
    status: oneOf(
      WITHDRAWAL_STATUSES,
      'How far it is; `failed` gave the whole amount back',
      'completed',
    ),
    builder_api_key: from('builder', builderKey('The builder that sent it', EXAMPLE.keyId)),
    reason: from(
      'failure',
      orNull(
        oneOf(WITHDRAWAL_FAILURES, 'Why it failed; null where it did not', 'recipient_unusable'),
      ),
    ),
    attempt: count('How often the present step was tried', 1),
    tx_main: from(
      'debitSignature',
      transaction('On the main chain: it pays there, or burns; null before').nullable(),
    ),
    tx_ext: from(
      'completionSignature',
      transaction('On the other chain: it pays; null before').nullable(),
    ),
    sequence: count("The bridge's number of the transfer; null where there is none", 7).nullable(),
    vaa: base64(
      "The bridge's attestation, in base64; null before. Anyone who has it may complete the transfer",
      'AQAAAAABAA==',
    ).nullable(),
    seq: from('acceptedSeq', count('The command that accepted it', EXAMPLE.seq)),
    updated_at: time('When it changed last'),
    history: historyField,
    explanation: from(explainWithdrawal, explanationAnswer.describe('The same in words')),
  }),
  'A withdrawal as it is now.',
);

export const withdrawalsAnswer = named(
  'WithdrawalsPage',
  z.strictObject({
    withdrawals: from('items', z.array(withdrawalAnswer).meta({ description: 'Newest first' })),
    ...endOfNumbered('withdrawal', ({ number }: { readonly number: number }) => number),
  }),
  'A page of withdrawals.',
);

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
      paymentSeq: view.paymentSeq,
    },
    view.createdMs,
  );
