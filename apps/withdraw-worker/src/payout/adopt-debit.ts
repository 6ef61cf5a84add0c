/**
 * The vault has paid a withdrawal's number by a transaction that the record lacks: a database was restored, or a chain
 * reverted a proven state. The payment is looked up and entered into the record. Nothing is paid again.
 */
import {
  addressOf,
  associatedTokenAddress,
  bytesOfAddress,
  findDebit,
  signatureBytes,
  transferMessagesIn,
} from '@bellwether/chain';
import type { Address, DebitEvent, FoundDebit } from '@bellwether/chain';
import { sameBytes, toHex } from '@bellwether/codec';
import {
  ALONE,
  decodeSplit,
  encodeSplit,
  netAmountOf,
  sharedFee,
  sharersOf,
} from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { MAX_SPLIT_ENTRIES } from '@bellwether/split-program';
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
  const [messageAccount] = transferMessagesIn(parts.sides.main, found.final.transaction);
  const place = sharedPlaceIn(found, messageAccount, parts);
  const txSignature = signatureBytes(signature);
  // Only then is it not what any copy of these rows would have made.
  if (place === undefined || !(await isWhatWasOwed(withdrawal, found.event, place, parts))) {
    return unknownDebit({ ...details, signature }, parts);
  }
  parts.log.warn({ ...details, signature }, 'a payout that no row knew is on chain');
  const fact = { kind: 'signed', txSignature, ...place } as const;
  await parts.stores.withdrawals.advance({ withdrawalId, fact, nowMs: parts.now() });
  const adopted = { ...withdrawal, ...place };
  return notePaid(adopted, { txSignature, messageAccount, ended: [] }, parts);
}

type SharedPlace = Pick<Withdrawal, 'share' | 'split'>;

/** A transaction that pays several shows whom. `undefined`: it does not, and is none of ours. */
function sharedPlaceIn(
  { event, beside }: FoundDebit,
  messageAccount: Address | undefined,
  { splitRentTo }: WorkerParts,
): SharedPlace | undefined {
  if (beside.length === 1) return ALONE;
  if (beside.length > MAX_SPLIT_ENTRIES || messageAccount === undefined) return undefined;
  const entries = beside.flatMap(({ event: { amount }, paidThere }) =>
    paidThere === undefined
      ? []
      : [{ account: bytesOfAddress(paidThere), amountMicroUsdc: Number(amount) }],
  );
  if (entries.length < beside.length) return undefined;
  const share = beside.findIndex((one) => sameBytes(one.event.withdrawalId, event.withdrawalId));
  const salt = bytesOfAddress(messageAccount);
  return { split: encodeSplit({ salt, rentTo: bytesOfAddress(splitRentTo), entries }), share };
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
  { split, share }: SharedPlace,
  parts: WorkerParts,
): Promise<boolean> {
  const { operator, usdc } = parts;
  const { account } = await paidAccountOf(withdrawal, parts);
  const recipient =
    withdrawal.chain === 'main'
      ? account
      : await associatedTokenAddress(operator.address, usdc.main);
  return (
    sameBytes(paid.user, withdrawal.user) &&
    paid.paymentSeq === BigInt(withdrawal.paymentSeq) &&
    addressOf(paid.recipientToken) === recipient &&
    (split === null
      ? paid.amount === BigInt(netAmountOf(withdrawal))
      : isSharedAmount(withdrawal, Number(paid.amount), sharersOf(split)) &&
        addressOf(decodeSplit(split).entries[share]!.account) === account)
  );
}

/** By the parts of the fee; where another tariff fixed them, within what sharing can save. */
function isSharedAmount(
  { amountMicroUsdc, gasFeeMicroUsdc, gasItems }: Withdrawal,
  paid: number,
  sharers: number,
): boolean {
  const fee = amountMicroUsdc - paid;
  if (gasItems !== null) return fee === sharedFee(gasItems, sharers).microUsdc;
  return fee <= gasFeeMicroUsdc && fee >= Math.ceil(gasFeeMicroUsdc / sharers);
}
