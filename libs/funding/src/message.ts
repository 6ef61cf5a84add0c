/**
 * The messages of the three funding apps to each other, and to readers that show them. One definition gives type and
 * bytes; decoding is strict. Kinds are add-only. Subjects and senders: docs/protocol/funding.md.
 */
import {
  bytes,
  encode,
  oneOf,
  optional,
  growing,
  text,
  toHex,
  u32,
  u53,
  union,
} from '@bellwether/codec';
import type { Layout, ValueOf } from '@bellwether/codec';
import { FUNDING_CHAINS } from './chain';
import { DEPOSIT_PHASES, DEPOSIT_SOURCES } from './deposit';
import type { Deposit } from './deposit';
import { EXPIRY_REASONS, TRANSFER_DIRECTIONS } from './transfer';
import type { Transfer } from './transfer';
import { WITHDRAWAL_STATUSES } from './withdrawal';
import type { Withdrawal } from './withdrawal';

/** A transaction has at most 1,232 bytes, a VAA of 19 guardians 1,048: a blob four times as long is not ours. */
const MAX_BLOB_BYTES = 4_096;

/** Bytes behind their length as a u32. */
const blob: Layout<Uint8Array> = {
  write(writer, value) {
    if (value.length > MAX_BLOB_BYTES) throw new RangeError(`${value.length} bytes in a message`);
    writer.u32(value.length);
    writer.raw(value);
  },
  read(reader) {
    const length = reader.u32();
    if (length > MAX_BLOB_BYTES) reader.fail(`${length} bytes in a message`);
    return reader.copy(length);
  },
};

/** The transfer and its user. `subjectId`: the deposit or the withdrawal. */
const ofTransfer = {
  transferId: text,
  direction: oneOf(TRANSFER_DIRECTIONS),
  subjectId: bytes(32),
  user: bytes(32),
} as const;

export const fundingMessageLayout = union({
  /**
   * Listener to relayer: broadcast this until it is final or can never land. Without bytes: the listener found it final
   * on the chain.
   */
  transfer_signed: [
    0,
    growing({
      ...ofTransfer,
      amountMicroUsdc: u53,
      recipientAccount: bytes(32),
      split: optional(blob),
      share: u32,
      sourceSignature: bytes(64),
      sourceBytes: optional(blob),
      lastValidBlockHeight: optional(u53),
    }),
  ],
  /** Worker to relayer: this debit with its burn is final; complete the transfer. */
  transfer_burned: [
    1,
    growing({
      ...ofTransfer,
      amountMicroUsdc: u53,
      recipientAccount: bytes(32),
      split: optional(blob),
      share: u32,
      sourceSignature: bytes(64),
    }),
  ],
  /** Relayer to listener and worker. */
  transfer_sent: [2, growing({ ...ofTransfer, sourceSignature: bytes(64), sequence: u53 })],
  transfer_attested: [3, growing({ ...ofTransfer, sequence: u53, vaa: blob })],
  transfer_completed: [
    4,
    growing({ ...ofTransfer, sequence: u53, completionSignature: bytes(64) }),
  ],
  transfer_expired: [5, growing({ ...ofTransfer, reason: oneOf(EXPIRY_REASONS) })],
  /** Listener to all: a deposit's phase changed. */
  deposit_changed: [
    6,
    growing({
      depositId: bytes(32),
      user: bytes(32),
      source: oneOf(DEPOSIT_SOURCES),
      phase: oneOf(DEPOSIT_PHASES),
      reason: optional(text),
      amountMicroUsdc: u53,
      creditedMicroUsdc: u53,
      updatedMs: u53,
    }),
  ],
  /** Worker to all: a withdrawal's status changed. */
  withdrawal_changed: [
    7,
    growing({
      withdrawalId: bytes(32),
      user: bytes(32),
      chain: oneOf(FUNDING_CHAINS),
      status: oneOf(WITHDRAWAL_STATUSES),
      reason: optional(text),
      amountMicroUsdc: u53,
      gasFeeMicroUsdc: u53,
      attempt: u32,
      updatedMs: u53,
    }),
  ],
});

export type FundingMessage = ValueOf<typeof fundingMessageLayout>;
export type FundingMessageKind = FundingMessage['kind'];
export type FundingMessageOf<K extends FundingMessageKind> = Extract<FundingMessage, { kind: K }>;

/** An outgoing message. The same fact always has the same id, however often it is published. */
export interface OutgoingFundingMessage {
  readonly messageId: string;
  readonly message: FundingMessage;
}

/** `funding.<what>.<event>`: three tokens, so that permissions and consumers match by prefix. Requests have two. */
export function fundingMessageSubject(message: FundingMessage): string {
  switch (message.kind) {
    case 'deposit_changed':
      return `funding.deposit.${message.phase}`;
    case 'withdrawal_changed':
      return `funding.withdrawal.${message.status}`;
    case 'transfer_signed':
    case 'transfer_burned':
    case 'transfer_sent':
    case 'transfer_expired':
    case 'transfer_attested':
    case 'transfer_completed':
      return `funding.transfer.${message.kind.slice('transfer_'.length)}`;
  }
}

export const encodeFundingMessage = (message: FundingMessage): Uint8Array =>
  encode(fundingMessageLayout, message);

/** `null` if the phase is unchanged. */
export function depositUpdates(
  before: Deposit | null,
  after: Deposit,
): OutgoingFundingMessage | null {
  if (before?.phase === after.phase && before.reason === after.reason) return null;
  const { depositId, user, source, phase, reason, amountMicroUsdc, creditedMicroUsdc, updatedMs } =
    after;
  return {
    messageId: ['deposit', toHex(depositId), phase, reason ?? '', updatedMs].join(':'),
    message: {
      kind: 'deposit_changed',
      depositId,
      user,
      source,
      phase,
      reason,
      amountMicroUsdc,
      creditedMicroUsdc,
      updatedMs,
    },
  };
}

/** `null` if the status is unchanged. */
export function withdrawalUpdates(
  before: Withdrawal | null,
  after: Withdrawal,
): OutgoingFundingMessage | null {
  if (before?.status === after.status) return null;
  const { withdrawalId, user, chain, status, failure: reason, attempt, updatedMs } = after;
  const { amountMicroUsdc, gasFeeMicroUsdc } = after;
  return {
    messageId: `withdrawal:${toHex(withdrawalId)}:${status}`,
    message: {
      kind: 'withdrawal_changed',
      withdrawalId,
      user,
      chain,
      status,
      reason,
      amountMicroUsdc,
      gasFeeMicroUsdc,
      attempt,
      updatedMs,
    },
  };
}

/** The relayer's message about a transfer's new state; `null` for `signed`, which came from its signer. */
export function transferUpdates(transfer: Transfer): OutgoingFundingMessage | null {
  const { transferId, direction, subjectId, user, state, sequence } = transfer;
  const whose = { transferId, direction, subjectId, user };
  const reported = (message: FundingMessage): OutgoingFundingMessage => ({
    messageId: `transfer:${transferId}:${state}`,
    message,
  });
  switch (state) {
    case 'signed':
      return null;
    case 'sent':
      return reported({
        kind: 'transfer_sent',
        ...whose,
        sourceSignature: transfer.sourceSignature,
        sequence: sequence!,
      });
    case 'attested':
      return reported({
        kind: 'transfer_attested',
        ...whose,
        sequence: sequence!,
        vaa: transfer.vaa!,
      });
    case 'completed':
      return reported({
        kind: 'transfer_completed',
        ...whose,
        sequence: sequence!,
        completionSignature: transfer.completionSignature!,
      });
    case 'expired':
      return reported({ kind: 'transfer_expired', ...whose, reason: transfer.expiry! });
  }
}
