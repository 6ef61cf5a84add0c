/**
 * The vault has paid a withdrawal by a transaction that the record lacks: a database was restored, or a chain reverted
 * a proven state. The payment is looked up and entered into the record. Nothing is paid again.
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
import { sameBytes, toHex } from '@bellwether/codec';
import { netAmountOf } from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { debit } from '@bellwether/vault-program';
import { ACCOUNT_WAIT_MS, CONTRADICTION_WAIT_MS } from '../limits';
import type { WorkerParts } from '../parts';
import type { Look } from './look';
import { notePaid } from './paid';
import { paidAccountOf } from './recipient';

export async function adoptDebit(withdrawal: Withdrawal, parts: WorkerParts): Promise<Look> {
  const { withdrawalId } = withdrawal;
  const found = await debitOf(withdrawal, parts);
  const isWhatWasOwed = await paidWhatWasOwed(withdrawal, parts);
  const details = { withdrawalId: toHex(withdrawalId), signature: found?.transaction.signature };
  // Only then is it not what any copy of these rows would have made.
  if (!isWhatWasOwed) {
    parts.alarms.raise('unknown_debit', details);
    return { waitMs: CONTRADICTION_WAIT_MS };
  }
  if (found === undefined) return { waitMs: ACCOUNT_WAIT_MS };
  parts.log.warn(details, 'a payout that no row knew is on chain');
  const txSignature = signatureBytes(found.transaction.signature);
  const fact = { kind: 'signed', txSignature } as const;
  await parts.stores.withdrawals.advance({ withdrawalId, fact, nowMs: parts.now() });
  const [messageAccount] = transferMessagesIn(parts.sides.main, found.transaction);
  return notePaid(withdrawal, { txSignature, messageAccount, ended: [] }, parts);
}

/**
 * The one successful transaction with the vault's debit of this withdrawal. Others may name its account as often as they
 * like, also as one account too many of another instruction of the vault; so it is searched among all of them, some per
 * look.
 */
async function debitOf(
  { withdrawalId }: Withdrawal,
  { search, vault }: WorkerParts,
): Promise<FinalTransaction | undefined> {
  const account = await withdrawalAddress(vault, withdrawalId);
  const place = Object.keys(debit.accounts).indexOf('withdrawal');
  const data = Uint8Array.of(...debit.discriminator, ...withdrawalId);
  return search.find(account, ({ transaction }) =>
    transaction.instructions.some(
      (one) =>
        one.program === vault.program &&
        one.accounts[place] === account &&
        sameBytes(one.data.subarray(0, data.length), data),
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
