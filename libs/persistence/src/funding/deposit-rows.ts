/** Deposits as rows. A change of the record also changes its daily-cap reservation and writes its messages. */
import {
  DEPOSIT_PHASES,
  DEPOSIT_REASONS,
  DEPOSIT_SOURCES,
  DEPOSIT_STEPS,
  FAILURE_STAGES,
  FUNDING_CHAINS,
  TIERS,
  advanceDeposit,
  depositDueMs,
  depositUpdates,
} from '@bellwether/funding';
import type { CapReservation, Deposit, DepositFact, HistoryEntry } from '@bellwether/funding';
import { bytea, flag, integer, jsonList, nullable, oneOf, text, u64 } from './columns';
import { correctCap } from './daily-cap-rows';
import type { FundingApp, StepEffects, StepResult } from './step-effects';
import { writeEffects } from './step-effects';
import { Table } from './table';
import type { Client } from './table';

type DepositRow = Omit<Deposit, 'reservation'> & {
  readonly reservedDay: number | null;
  readonly reservedMicroUsdc: number | null;
};

export const DEPOSITS = new Table<DepositRow>(
  'deposits',
  {
    depositId: bytea('deposit_id'),
    user: bytea('user_key'),
    source: oneOf('source', DEPOSIT_SOURCES),
    chain: oneOf('chain', FUNDING_CHAINS),
    txSignature: bytea('tx_signature'),
    accountIndex: integer('account_index'),
    slot: integer('slot'),
    mint: nullable(bytea('mint')),
    sourceToken: text('source_token'),
    sourceAmount: u64('source_amount'),
    amountMicroUsdc: integer('amount_micro_usdc'),
    tier: nullable(oneOf('tier', TIERS)),
    phase: oneOf('phase', DEPOSIT_PHASES),
    step: oneOf('step', DEPOSIT_STEPS),
    reason: nullable(oneOf('reason', DEPOSIT_REASONS)),
    stage: nullable(oneOf('stage', FAILURE_STAGES)),
    retryable: flag('retryable'),
    attempt: integer('attempt'),
    retryAtMs: nullable(integer('retry_at_ms')),
    released: flag('released'),
    reservedDay: nullable(integer('reserved_day')),
    reservedMicroUsdc: nullable(integer('reserved_micro_usdc')),
    transferId: nullable(text('transfer_id')),
    transferSequence: nullable(integer('transfer_sequence')),
    arrivedSequence: nullable(integer('arrived_sequence')),
    swapSignature: nullable(bytea('swap_signature')),
    bridgeSignature: nullable(bytea('bridge_signature')),
    mainSignature: nullable(bytea('main_signature')),
    creditSeq: nullable(integer('credit_seq')),
    creditedMicroUsdc: integer('credited_micro_usdc'),
    history: jsonList<HistoryEntry>('history'),
    detectedMs: integer('detected_ms'),
    updatedMs: integer('updated_ms'),
  },
  ['depositId'],
);

export function depositOf({ reservedDay, reservedMicroUsdc, ...row }: DepositRow): Deposit {
  const reservation =
    reservedDay === null || reservedMicroUsdc === null
      ? null
      : { day: reservedDay, microUsdc: reservedMicroUsdc };
  return { ...row, reservation };
}

const rowOf = ({ reservation, ...deposit }: Deposit): DepositRow => ({
  ...deposit,
  reservedDay: reservation?.day ?? null,
  reservedMicroUsdc: reservation?.microUsdc ?? null,
});

/** Selects the deposit and locks it until the transaction ends. */
export async function lockDeposit(client: Client, depositId: Uint8Array): Promise<Deposit | null> {
  const row = await DEPOSITS.lock(client, depositId);
  return row === null ? null : depositOf(row);
}

/** Returns false if the movement is known already. */
export async function insertDeposit(
  client: Client,
  app: FundingApp,
  deposit: Deposit,
): Promise<boolean> {
  const inserted = await DEPOSITS.insert(client, rowOf(deposit));
  if (!inserted) return false;
  await client.query('UPDATE deposits SET due_ms = $2 WHERE deposit_id = $1', [
    deposit.depositId,
    depositDueMs(deposit),
  ]);
  await report(client, app, null, deposit);
  return true;
}

/** Applies a fact to a locked deposit, and writes the effects if the fact is new. */
export async function applyDepositFact(
  client: Client,
  app: FundingApp,
  before: Deposit,
  change: { readonly fact: DepositFact; readonly nowMs: number; readonly effects?: StepEffects },
): Promise<StepResult<Deposit>> {
  const { fact, nowMs, effects = {} } = change;
  const outcome = advanceDeposit(before, fact, nowMs);
  if (outcome.kind === 'unchanged') return { kind: 'unchanged', record: before };
  if (outcome.kind === 'contradiction') {
    return { kind: 'contradiction', record: before, why: outcome.why };
  }
  const after = outcome.next;
  await DEPOSITS.update(client, rowOf(after), { due_ms: depositDueMs(after), lease_until_ms: 0 });
  await moveReservation(client, before.reservation, after.reservation, fact);
  await report(client, app, before, after);
  await writeEffects(client, app, effects, nowMs);
  return { kind: 'done', record: after };
}

/** An acceptance's reservation was made by the decision itself, if there was room; what remains is a correction. */
async function moveReservation(
  client: Client,
  before: CapReservation | null,
  after: CapReservation | null,
  fact: DepositFact,
): Promise<void> {
  if (fact.kind === 'accepted' || before === null) return;
  await correctCap(client, before.day, (after?.microUsdc ?? 0) - before.microUsdc);
}

async function report(
  client: Client,
  app: FundingApp,
  before: Deposit | null,
  after: Deposit,
): Promise<void> {
  const update = depositUpdates(before, after);
  if (update !== null) await writeEffects(client, app, { messages: [update] }, after.updatedMs);
}
