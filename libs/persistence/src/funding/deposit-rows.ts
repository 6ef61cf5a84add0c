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
import { correctCap } from './daily-cap-rows';
import type { FundingApp, StepEffects, StepResult } from './step-effects';
import { writeEffects } from './step-effects';
import { jsonList, recordTable } from './table';
import type { Client, RecordIn } from './table';

export const DEPOSITS = recordTable('Deposit', {
  source: DEPOSIT_SOURCES,
  chain: FUNDING_CHAINS,
  tier: TIERS,
  phase: DEPOSIT_PHASES,
  step: DEPOSIT_STEPS,
  reason: DEPOSIT_REASONS,
  stage: FAILURE_STAGES,
  history: jsonList<HistoryEntry>(),
});
type DepositRow = RecordIn<typeof DEPOSITS>;

export function depositOf<Row extends DepositRow>({
  reservedDay,
  reservedMicroUsdc,
  ...row
}: Row): Omit<Row, 'reservedDay' | 'reservedMicroUsdc'> & Pick<Deposit, 'reservation'> {
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
  const dueMs = depositDueMs(deposit);
  if (!(await DEPOSITS.insert(client, rowOf(deposit), { dueMs }))) return false;
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
  await DEPOSITS.update(client, rowOf(after), { dueMs: depositDueMs(after), leaseUntilMs: 0 });
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
