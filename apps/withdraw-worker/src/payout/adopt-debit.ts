/**
 * The vault has paid a withdrawal by a transaction that the record does not know: a database was restored, or a chain
 * reverted what it had proven. The payment is looked up and entered into the record. Nothing is paid again.
 */
import {
  addressOf,
  associatedTokenAddress,
  readWithdrawal,
  signatureBytes,
  transferMessagesIn,
  withdrawalAddress,
} from '@bellwether/chain';
import type { FinalTransaction } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { netAmountOf } from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { CONTRADICTION_WAIT_MS } from '../limits';
import type { WorkerParts } from '../parts';
import type { Look } from './look';
import { notePaid } from './paid';
import { paidAccountOf } from './recipient';

export async function adoptDebit(withdrawal: Withdrawal, parts: WorkerParts): Promise<Look> {
  const { withdrawalId } = withdrawal;
  const debit = await debitOf(withdrawal, parts);
  const isWhatWasOwed = await paidWhatWasOwed(withdrawal, parts);
  const details = { withdrawalId: toHex(withdrawalId), signature: debit?.transaction.signature };
  parts.alarms.raise('unknown_debit', { ...details, isWhatWasOwed });
  if (debit === undefined || !isWhatWasOwed) return { waitMs: CONTRADICTION_WAIT_MS };
  const txSignature = signatureBytes(debit.transaction.signature);
  const fact = { kind: 'signed', txSignature } as const;
  await parts.stores.withdrawals.advance({ withdrawalId, fact, nowMs: parts.now() });
  const [messageAccount] = transferMessagesIn(parts.sides.main, debit.transaction);
  return notePaid(withdrawal, { txSignature, messageAccount, ended: [] }, parts);
}

/**
 * The one successful transaction that gave the vault the withdrawal's account. Others may name the account as often as
 * they like, so it is searched among all of them, some per look.
 */
async function debitOf(
  { withdrawalId }: Withdrawal,
  { search, vault }: WorkerParts,
): Promise<FinalTransaction | undefined> {
  const account = await withdrawalAddress(vault, withdrawalId);
  return search.find(account, ({ transaction }) =>
    transaction.instructions.some(
      ({ program, accounts }) => program === vault.program && accounts.includes(account),
    ),
  );
}

async function paidWhatWasOwed(withdrawal: Withdrawal, parts: WorkerParts): Promise<boolean> {
  const { chains, operator, usdc, vault } = parts;
  const paid = await readWithdrawal(chains.main, vault, withdrawal.withdrawalId);
  const recipient =
    withdrawal.chain === 'main'
      ? (await paidAccountOf(withdrawal, parts)).account
      : await associatedTokenAddress(operator.address, usdc.main);
  return (
    paid !== null &&
    paid.amount === BigInt(netAmountOf(withdrawal)) &&
    addressOf(paid.recipientToken) === recipient
  );
}
