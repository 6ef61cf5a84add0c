import { bytesOfAddress, readBridgeMessage } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { Fault } from '@bellwether/errors';
import { netAmountOf, withdrawalTransferId } from '@bellwether/funding';
import type { OutgoingFundingMessage, Withdrawal } from '@bellwether/funding';
import { payoutBySequence } from '@bellwether/persistence';
import type { TransactionEnd } from '@bellwether/persistence';
import type { WorkerParts } from '../parts';
import { lookOf } from './look';
import type { Look } from './look';
import { paidAccountOf } from './recipient';

export interface FinalDebit {
  readonly txSignature: Uint8Array;
  /** Where its burn's message is; `undefined` if it burns nothing. */
  readonly messageAccount: Address | undefined;
  /** Of the stored transaction, if there is one. */
  readonly ended: readonly TransactionEnd[];
}

/**
 * The debit is final. For ext, the same step informs the relayer and records the sequence number under which the payout
 * will arrive: completing it before that would take somebody as fast as the guardians.
 */
export async function notePaid(
  withdrawal: Withdrawal,
  { txSignature, messageAccount, ended }: FinalDebit,
  parts: WorkerParts,
): Promise<Look> {
  const { withdrawalId, split } = withdrawal;
  const isBridged = withdrawal.chain === 'ext';
  const change = {
    withdrawalId,
    fact: { kind: 'paid', txSignature },
    nowMs: parts.now(),
    effects: { ended, messages: isBridged ? [await handOver(withdrawal, txSignature, parts)] : [] },
    // A shared message pays nobody itself: the list is known from the signing on.
    payouts:
      isBridged && split === null
        ? [payoutBySequence(await sequenceOf(withdrawal, messageAccount, parts))]
        : [],
  } as const;
  return lookOf(await parts.stores.withdrawals.advance(change), parts);
}

async function sequenceOf(
  { withdrawalId }: Withdrawal,
  messageAccount: Address | undefined,
  { chains, sides }: WorkerParts,
): Promise<number> {
  const transferId = withdrawalTransferId(withdrawalId);
  if (messageAccount === undefined) throw new Fault('poison', `${transferId} burned nothing`);
  const message = await readBridgeMessage(chains.main, sides.main, messageAccount);
  if (message === undefined) throw new Fault('retry', `${transferId} has no message on main`);
  return Number(message.sequence);
}

async function handOver(
  withdrawal: Withdrawal,
  sourceSignature: Uint8Array,
  parts: WorkerParts,
): Promise<OutgoingFundingMessage> {
  const { withdrawalId: subjectId, user, split, share } = withdrawal;
  const transferId = withdrawalTransferId(subjectId);
  const { account } = await paidAccountOf(withdrawal, parts);
  return {
    messageId: `transfer:${transferId}:burned`,
    message: {
      kind: 'transfer_burned',
      transferId,
      direction: 'withdrawal',
      subjectId,
      user,
      amountMicroUsdc: netAmountOf(withdrawal),
      recipientAccount: bytesOfAddress(account),
      split,
      share,
      sourceSignature,
    },
  };
}
