/**
 * The vault has paid a withdrawal's number by a transaction that the record lacks: a database was restored, or a chain
 * reverted a proven state. The payment is looked up and entered into the record. Nothing is paid again.
 */
import {
  addressOf,
  associatedTokenAddress,
  findDebit,
  signatureBytes,
  transferMessagesIn,
} from '@bellwether/chain';
import type { DebitEvent } from '@bellwether/chain';
import { sameBytes, toHex } from '@bellwether/codec';
import { netAmountOf } from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { ACCOUNT_WAIT_MS, CONTRADICTION_WAIT_MS, UNFOUND_DEBIT_MS } from '../limits';
import type { WorkerParts } from '../parts';
import type { Look } from './look';
import { notePaid } from './paid';
import { paidAccountOf } from './recipient';

export async function adoptDebit(withdrawal: Withdrawal, parts: WorkerParts): Promise<Look> {
  const { withdrawalId, paymentSeq } = withdrawal;
  const found = await findDebit(parts.search, parts.vault, withdrawalId);
  const details = { withdrawalId: toHex(withdrawalId), payment_seq: paymentSeq };
  if (found === undefined) return unfound(withdrawal, details, parts);
  const { signature } = found.final.transaction;
  // Only then is it not what any copy of these rows would have made.
  if (!(await isWhatWasOwed(withdrawal, found.event, parts))) {
    return unknownDebit({ ...details, signature }, parts);
  }
  parts.log.warn({ ...details, signature }, 'a payout that no row knew is on chain');
  const txSignature = signatureBytes(signature);
  const fact = { kind: 'signed', txSignature } as const;
  await parts.stores.withdrawals.advance({ withdrawalId, fact, nowMs: parts.now() });
  const [messageAccount] = transferMessagesIn(parts.sides.main, found.final.transaction);
  return notePaid(withdrawal, { txSignature, messageAccount, ended: [] }, parts);
}

/**
 * The number is used, and no transaction examined so far pays this withdrawal. A node may learn of one later; but where
 * none is found, the number went to another withdrawal or the window passed it, and a person has to see what happened.
 */
function unfound(
  { withdrawalId, createdMs }: Withdrawal,
  details: Readonly<Record<string, string | number>>,
  parts: WorkerParts,
): Look {
  const isSearched = !parts.search.isUnderWay(addressOf(withdrawalId));
  const isLate = parts.now() - createdMs > UNFOUND_DEBIT_MS;
  return isSearched && isLate ? unknownDebit(details, parts) : { waitMs: ACCOUNT_WAIT_MS };
}

function unknownDebit(
  details: Readonly<Record<string, string | number>>,
  { alarms }: WorkerParts,
): Look {
  alarms.raise('unknown_debit', details);
  return { waitMs: CONTRADICTION_WAIT_MS };
}

async function isWhatWasOwed(
  withdrawal: Withdrawal,
  paid: DebitEvent,
  parts: WorkerParts,
): Promise<boolean> {
  const { operator, usdc } = parts;
  const recipient =
    withdrawal.chain === 'main'
      ? (await paidAccountOf(withdrawal, parts)).account
      : await associatedTokenAddress(operator.address, usdc.main);
  return (
    sameBytes(paid.user, withdrawal.user) &&
    paid.paymentSeq === BigInt(withdrawal.paymentSeq) &&
    paid.amount === BigInt(netAmountOf(withdrawal)) &&
    addressOf(paid.recipientToken) === recipient
  );
}
