/** Withdrawals: what is answered at their acceptance, and their record from then on. */
import { toBase58, toHex } from '@bellwether/codec';
import type { WithdrawalView } from '@bellwether/exchange';
import { explainWithdrawal, newWithdrawal } from '@bellwether/funding';
import type { FundingChain, RecipientKind, Withdrawal } from '@bellwether/funding';
import type { ChainNames } from '../chain-names';
import { pageEnd } from '../cursor';
import { base58OrNull, presentExplanation, presentHistoryEntry } from './deposit';
import { presentBuilder, presentUser, unixSecondsOf } from './units';

/** As the withdraw-worker tells it. */
export interface AcceptedWithdrawal {
  readonly withdrawalId: Uint8Array;
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  readonly gasFeeMicroUsdc: number;
  readonly netAmountMicroUsdc: number;
  readonly chain: FundingChain;
  readonly recipientKind: RecipientKind;
  readonly recipient: Uint8Array;
  readonly nonce: number;
  readonly createdMs: number;
}

/** `POST /v1/withdraw`, 202: accepted, and set aside. Micro-USDC. */
export const presentAccepted = (accepted: AcceptedWithdrawal, names: ChainNames) => ({
  withdrawal_id: toHex(accepted.withdrawalId),
  status: 'pending',
  user: presentUser(accepted.user),
  amount: accepted.amountMicroUsdc,
  gas_fee: accepted.gasFeeMicroUsdc,
  net_amount: accepted.netAmountMicroUsdc,
  recipient: toBase58(accepted.recipient),
  recipient_kind: accepted.recipientKind,
  chain: names.nameOf(accepted.chain),
  nonce: accepted.nonce,
  created_at: unixSecondsOf(accepted.createdMs),
});

/**
 * `GET /v1/withdraw/{id}`. `vaa` is base64, there once the transfer is attested: whoever has it can complete it. On main
 * `tx_main` pays the recipient; on ext it debits and burns, and `tx_ext` pays.
 */
export const presentWithdrawal = (withdrawal: Withdrawal, names: ChainNames) => ({
  withdrawal_id: toHex(withdrawal.withdrawalId),
  status: withdrawal.status,
  user: presentUser(withdrawal.user),
  amount: withdrawal.amountMicroUsdc,
  gas_fee: withdrawal.gasFeeMicroUsdc,
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
) {
  const last = page.items.at(-1);
  return {
    withdrawals: page.items.map((one) => presentWithdrawal(one, names)),
    ...pageEnd('withdrawal', page.hasMore && last !== undefined ? last.number : null),
  };
}

/**
 * The record of a withdrawal that the engine has accepted and no worker has taken in yet: a matter of milliseconds.
 * `recipient`: the wallet that is paid, which the engine does not know where it is the default.
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
      nonce: view.nonce,
      builder: null,
      acceptedSeq: view.seq,
    },
    view.createdMs,
  );
