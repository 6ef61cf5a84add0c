import { sameBytes } from '@bellwether/codec';
import { RECIPIENT_KINDS } from '../command';
import type { RecipientKind } from '../command';
import { readBytes, writeBytes } from '../outcomes/bytes-in-words';
import { hashOfKey } from '../tables/key-table';
import type { Records } from '../tables/records';
import { WITHDRAWAL_STATUSES } from '../views';
import type { WithdrawalStatus } from '../views';

/**
 * One withdrawal, 136 bytes: the same record while it is open (withdrawal-table.ts) and after it has ended
 * (ended-withdrawals.ts).
 *
 *     words 0-3    id
 *     words 4-7    recipient, zeros for the default
 *     words 8-9    amount · gas fee, micro-USDC
 *     word  10     nonce
 *     words 11-12  seq and time of its acceptance
 *     words 13-14  seq and time of its end, 0 while open
 *     ints  30-31  account, 0 in a free record · kind of recipient + 4 if the address of a program is allowed + 8 * status
 *     word  16     its number among the user's, by which the vault pays
 */
export const WORDS_PER_WITHDRAWAL = 17;
const ID = 0;
const RECIPIENT = 4;
const AMOUNT = 8;
const GAS_FEE = 9;
const NONCE = 10;
const SEQ = 11;
const CREATED_MS = 12;
const ENDED_SEQ = 13;
const ENDED_MS = 14;
const ACCOUNT = 30;
/** Also the link of the pool's free list. */
export const KIND_AND_STATUS = 31;
const PAYMENT_SEQ = 16;

const KINDS = 4;
const ALLOW_PROGRAM = 4;
/** Of the terms; the status is a multiple of it. */
const TERMS = 8;
const ID_BYTES = 32;
const ADDRESS_BYTES = 32;
const NO_ADDRESS = new Uint8Array(ADDRESS_BYTES);

export interface AcceptedWithdrawal {
  readonly withdrawalId: Uint8Array;
  readonly account: number;
  readonly amount: number;
  readonly gasFee: number;
  readonly recipientKind: RecipientKind;
  readonly recipient: Uint8Array | null;
  readonly allowProgramAddress: boolean;
  readonly nonce: number;
  /** Counts the account's accepted withdrawals from 1. */
  readonly paymentSeq: number;
  readonly seq: number;
  readonly createdMs: number;
}

export interface Withdrawal extends AcceptedWithdrawal {
  readonly status: WithdrawalStatus;
  /** 0 while open. */
  readonly endedSeq: number;
  readonly endedMs: number;
}

export function writeWithdrawal(
  records: Records,
  record: number,
  withdrawal: AcceptedWithdrawal,
): void {
  const { words, ints } = records;
  const at = record * WORDS_PER_WITHDRAWAL;
  const { recipientKind, recipient } = withdrawal;
  writeBytes(words, at + ID, withdrawal.withdrawalId);
  writeBytes(words, at + RECIPIENT, recipient ?? NO_ADDRESS);
  words[at + AMOUNT] = withdrawal.amount;
  words[at + GAS_FEE] = withdrawal.gasFee;
  words[at + NONCE] = withdrawal.nonce;
  words[at + PAYMENT_SEQ] = withdrawal.paymentSeq;
  words[at + SEQ] = withdrawal.seq;
  words[at + CREATED_MS] = withdrawal.createdMs;
  words[at + ENDED_SEQ] = 0;
  words[at + ENDED_MS] = 0;
  ints[at * 2 + ACCOUNT] = withdrawal.account;
  ints[at * 2 + KIND_AND_STATUS] =
    RECIPIENT_KINDS.indexOf(recipientKind) + (withdrawal.allowProgramAddress ? ALLOW_PROGRAM : 0);
}

export function readWithdrawal(records: Records, record: number): Withdrawal {
  const { words, ints } = records;
  const at = record * WORDS_PER_WITHDRAWAL;
  const kindAndStatus = ints[at * 2 + KIND_AND_STATUS]!;
  const recipientKind = RECIPIENT_KINDS[kindAndStatus % KINDS]!;
  return {
    withdrawalId: idAt(records, record),
    account: ints[at * 2 + ACCOUNT]!,
    amount: words[at + AMOUNT]!,
    gasFee: words[at + GAS_FEE]!,
    recipientKind,
    recipient: recipientKind === 'default' ? null : readBytes(words, at + RECIPIENT, ADDRESS_BYTES),
    allowProgramAddress: kindAndStatus % TERMS >= ALLOW_PROGRAM,
    nonce: words[at + NONCE]!,
    paymentSeq: words[at + PAYMENT_SEQ]!,
    seq: words[at + SEQ]!,
    createdMs: words[at + CREATED_MS]!,
    status: WITHDRAWAL_STATUSES[Math.floor(kindAndStatus / TERMS)]!,
    endedSeq: words[at + ENDED_SEQ]!,
    endedMs: words[at + ENDED_MS]!,
  };
}

/** Ends the withdrawal of this record: its status, and the seq and time of the command. */
export function endWithdrawal(
  records: Records,
  record: number,
  end: { readonly status: WithdrawalStatus; readonly seq: number; readonly timestampMs: number },
): void {
  const { words, ints } = records;
  const at = record * WORDS_PER_WITHDRAWAL;
  words[at + ENDED_SEQ] = end.seq;
  words[at + ENDED_MS] = end.timestampMs;
  const terms = ints[at * 2 + KIND_AND_STATUS]! % TERMS;
  ints[at * 2 + KIND_AND_STATUS] = terms + TERMS * WITHDRAWAL_STATUSES.indexOf(end.status);
}

/** Whether the record holds a withdrawal. */
export const isHeld = (records: Records, record: number): boolean =>
  records.ints[record * WORDS_PER_WITHDRAWAL * 2 + ACCOUNT] !== 0;

export const accountAt = (records: Records, record: number): number =>
  records.ints[record * WORDS_PER_WITHDRAWAL * 2 + ACCOUNT]!;

export const paymentSeqAt = (records: Records, record: number): number =>
  records.words[record * WORDS_PER_WITHDRAWAL + PAYMENT_SEQ]!;

/** Marks the record as empty. */
export function clearHeld(records: Records, record: number): void {
  records.ints[record * WORDS_PER_WITHDRAWAL * 2 + ACCOUNT] = 0;
}

export const isOfId = (records: Records, record: number, withdrawalId: Uint8Array): boolean =>
  sameBytes(idAt(records, record), withdrawalId);

export const hashAt = (records: Records, record: number): number =>
  hashOfKey(idAt(records, record));

/** A copy. */
const idAt = (records: Records, record: number): Uint8Array =>
  readBytes(records.words, record * WORDS_PER_WITHDRAWAL + ID, ID_BYTES);
