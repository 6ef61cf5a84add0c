/**
 * The writes of a step in its transaction: messages to publish, transaction bytes to store, gas charges, the mark of
 * the message that caused it. All or nothing, and each once: the keys ensure it.
 */
import { sameBytes } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import type { OutgoingFundingMessage } from '@bellwether/funding';
import { encodeFundingMessage, fundingMessageSubject } from '@bellwether/funding';
import { endTransaction, keepTransaction } from './chain-transaction-rows';
import type { NewStoredTransaction, TransactionEnd } from './chain-transaction-rows';
import { addGasCharge } from './gas-charge-rows';
import type { NewGasCharge } from './gas-charge-rows';
import { moveReserve } from './gas-reserve-rows';
import type { Client } from './table';

export const FUNDING_APPS = ['deposit-listener', 'bridge-relayer', 'withdraw-worker'] as const;
export type FundingApp = (typeof FUNDING_APPS)[number];

/** The message that caused a step. `consumer` names the reader and never changes. */
export interface InboxMark {
  readonly consumer: string;
  readonly messageId: string;
}

export interface StepEffects {
  readonly inbox?: InboxMark | undefined;
  readonly messages?: readonly OutgoingFundingMessage[];
  /** Stored before their first broadcast. */
  readonly keep?: readonly NewStoredTransaction[];
  readonly ended?: readonly TransactionEnd[];
  readonly charges?: readonly NewGasCharge[];
  /** Taken from the gas reserve whatever is left: the cost of a transaction that failed. */
  readonly spentOfReserveMicroUsdc?: number;
}

/**
 * - `done`: the record changed, the effects are written
 * - `unchanged`: the fact was known; only the inbox mark is written
 * - `contradiction`: it cannot be true; only the inbox mark is written, and an operator must look
 * - `repeated`: the message was consumed before; nothing is written
 * - `missing`: there is no such record; nothing is written, so that the message may be redelivered
 */
export type StepResult<T> =
  | {
      readonly kind: 'done';
      readonly record: T;
      /** Consequences that contradict other records: they are left out, and an operator must look. */
      readonly contradictions?: readonly string[];
    }
  | { readonly kind: 'unchanged'; readonly record: T }
  | { readonly kind: 'contradiction'; readonly record: T; readonly why: string }
  | { readonly kind: 'repeated' | 'missing' };

/** Returns false if the message was consumed before. */
export async function markInbox(
  client: Client,
  { consumer, messageId }: InboxMark,
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO inbox (consumer, message_id, consumed_ms) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [consumer, messageId, nowMs],
  );
  return rowCount === 1;
}

/**
 * Writes everything but the inbox mark.
 * @throws Fault (retry) if a transaction was stored for a purpose before: nothing of the step may stand
 */
export async function writeEffects(
  client: Client,
  app: FundingApp,
  {
    messages = [],
    keep = [],
    ended = [],
    charges = [],
    spentOfReserveMicroUsdc: spentMicroUsdc = 0,
  }: StepEffects,
  nowMs: number,
): Promise<void> {
  await moveReserve(client, { spentMicroUsdc }, nowMs);
  for (const transaction of keep) {
    const kept = await keepTransaction(client, app, transaction, nowMs);
    // A worker that was slow for longer than its lease brings the transaction of an earlier attempt.
    if (!sameBytes(kept.signature, transaction.signature) || kept.state !== 'kept') {
      throw new Fault('retry', `${transaction.purpose}: such a transaction was made before`);
    }
  }
  for (const end of ended) await endTransaction(client, end, nowMs);
  for (const charge of charges) await addGasCharge(client, charge, nowMs);
  for (const { messageId, message } of messages) {
    await client.query(
      `INSERT INTO outbox (app, message_id, subject, payload, created_ms)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [app, messageId, fundingMessageSubject(message), encodeFundingMessage(message), nowMs],
    );
  }
}
