import { toHex } from '@bellwether/codec';
import {
  FUNDING_CHAINS,
  RECIPIENT_KINDS,
  WITHDRAWAL_ENDINGS,
  WITHDRAWAL_FAILURES,
  WITHDRAWAL_STATUSES,
  advanceWithdrawal,
  collectedOf,
  newWithdrawal,
  withdrawalDueMs,
  withdrawalUpdates,
} from '@bellwether/funding';
import type {
  FundingChain,
  GasItem,
  HistoryEntry,
  NewWithdrawal,
  RevenuePayout,
  Withdrawal,
  WithdrawalFact,
  WithdrawalStatus,
} from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { claimInTurn } from './due-rows';
import type { Claim } from './due-rows';
import { moveEventCursor, readEventCursor } from './event-cursors';
import type { EventCursor } from './event-cursors';
import type { NewStoredTransaction } from './chain-transaction-rows';
import { fundingStep } from './funding-step';
import { moveReserve } from './gas-reserve-rows';
import { writeEffects } from './step-effects';
import type { StepEffects, StepResult } from './step-effects';
import { isPaidFor, registerPayouts } from './payout-rows';
import type { PaidPlace } from './payout-rows';
import { insertPayouts } from './revenue-payout-store';
import { jsonList, recordTable } from './table';
import type { Client } from './table';

const APP = 'withdraw-worker';

const WITHDRAWALS = recordTable('Withdrawal', {
  chain: FUNDING_CHAINS,
  recipientKind: RECIPIENT_KINDS,
  status: WITHDRAWAL_STATUSES,
  failure: WITHDRAWAL_FAILURES,
  ending: WITHDRAWAL_ENDINGS,
  history: jsonList<HistoryEntry>(),
  gasItems: jsonList<GasItem>(),
});

/** Withdrawals under way in one status; `oldestMs` is since when the oldest has been in it. */
export interface WithdrawalFigures {
  readonly chain: FundingChain;
  readonly status: WithdrawalStatus;
  readonly count: number;
  readonly oldestMs: number;
}

/** A withdrawal with its number, which orders lists and is the cursor for the next page. */
export type NumberedWithdrawal = Withdrawal & { readonly number: number };

/** Withdrawals: the withdraw-worker's rows, changed only by facts. Each new status is published through the outbox. */
export class WithdrawalStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async eventCursor(): Promise<EventCursor | null> {
    return this.connections.statement((client) => readEventCursor(client, APP));
  }

  /**
   * Stores the withdrawals and payouts of revenue that the engine accepted, together with the event cursor.
   * @returns false if the cursor is not at `after`: another process has read these events, and nothing is written
   */
  async takeEvents(events: {
    readonly after: EventCursor | null;
    readonly to: EventCursor;
    readonly accepted: readonly NewWithdrawal[];
    readonly payouts?: readonly RevenuePayout[];
    readonly nowMs: number;
  }): Promise<boolean> {
    const { after, to, accepted, payouts = [], nowMs } = events;
    return this.connections.transaction(async (client) => {
      if (!(await moveEventCursor(client, APP, after, to))) return false;
      for (const one of accepted) await insertWithdrawal(client, newWithdrawal(one, nowMs));
      await insertPayouts(client, payouts);
      return true;
    });
  }

  /**
   * Accepts withdrawals that may make the same recipient's token account one after the other, whichever process takes
   * them, so that one of them pays for it.
   * @param accept whether another one pays; what was accepted is stored as `takeEvents` would store it
   */
  async acceptInTurn<T>(
    place: PaidPlace,
    nowMs: number,
    accept: (
      isPaidFor: boolean,
    ) => Promise<{ readonly accepted: NewWithdrawal; readonly answer: T }>,
  ): Promise<T> {
    return this.connections.transaction(async (client) => {
      const lock = `account:${place.chain}:${toHex(place.recipient)}`;
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      const { accepted, answer } = await accept(await isPaidFor(client, place));
      await insertWithdrawal(client, newWithdrawal(accepted, nowMs));
      return answer;
    });
  }

  /** Whether the fee of another withdrawal, which is not over, pays for the recipient's token account. */
  async isAccountPaidFor(place: PaidPlace): Promise<boolean> {
    return this.connections.statement((client) => isPaidFor(client, place));
  }

  async byId(withdrawalId: Uint8Array): Promise<Withdrawal | null> {
    return this.connections.statement((client) =>
      WITHDRAWALS.first(client, 'WHERE withdrawal_id = $1', [withdrawalId]),
    );
  }

  /** A user's withdrawals, newest first; `before` is a withdrawal number. */
  async ofUser(user: Uint8Array, page: PageRequest): Promise<Page<NumberedWithdrawal>> {
    const { rows } = await this.connections.statement((client) =>
      client.query<NumberedWithdrawal>(OF_USER, [user, ...bounds(page)]),
    );
    return pageOf(WITHDRAWALS.checked(rows), page);
  }

  /** Withdrawals of all users in one of these statuses, newest first, for operators. */
  async inStatuses(
    statuses: readonly WithdrawalStatus[],
    page: PageRequest,
  ): Promise<Page<NumberedWithdrawal>> {
    const { rows } = await this.connections.statement((client) =>
      client.query<NumberedWithdrawal>(IN_STATUSES, [statuses, ...bounds(page)]),
    );
    return pageOf(WITHDRAWALS.checked(rows), page);
  }

  async claimDue(claim: Claim): Promise<Withdrawal[]> {
    return this.connections.statement((client) => claimInTurn(client, WITHDRAWALS, claim));
  }

  async postpone(withdrawalId: Uint8Array, dueMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE withdrawals SET due_ms = $2, lease_until_ms = 0
         WHERE withdrawal_id = $1 AND due_ms IS NOT NULL`,
        [withdrawalId, dueMs],
      ),
    );
  }

  /** `payouts`: keys that identify the payment on chain (`PayoutStore`), written before any broadcast. */
  async advance(change: {
    readonly withdrawalId: Uint8Array;
    readonly fact: WithdrawalFact;
    readonly nowMs: number;
    readonly effects?: StepEffects;
    readonly payouts?: readonly string[];
  }): Promise<StepResult<Withdrawal>> {
    const { withdrawalId, fact, nowMs, effects = {}, payouts = [] } = change;
    return fundingStep(this.connections, { inbox: effects.inbox, nowMs }, async (client) => {
      const before = await WITHDRAWALS.lock(client, withdrawalId);
      if (before === null) return { kind: 'missing' };
      const outcome = advanceWithdrawal(before, fact, nowMs);
      if (outcome.kind === 'unchanged') return { kind: 'unchanged', record: before };
      if (outcome.kind === 'contradiction') {
        return { kind: 'contradiction', record: before, why: outcome.why };
      }
      const after = outcome.next;
      await updateWithdrawal(client, after);
      await registerPayouts(client, withdrawalId, payouts);
      if (fact.kind === 'settled') {
        await moveReserve(client, { collectedMicroUsdc: collectedOf(after.gasItems) }, nowMs);
      }
      const update = withdrawalUpdates(before, after);
      await writeEffects(client, APP, { messages: update ? [update] : [] }, nowMs);
      await writeEffects(client, APP, effects, nowMs);
      return { kind: 'done', record: after };
    });
  }

  /**
   * Stores one transaction that pays several withdrawals, which is under way for each from now on: for all or none.
   * @param signing its ids in ascending order, in which their rows are locked
   * @returns false, and nothing is written, if one of them cannot be signed any more
   */
  async signTogether(signing: {
    readonly withdrawalIds: readonly Uint8Array[];
    /** In the order of the ids. */
    readonly split: Uint8Array;
    readonly keep: NewStoredTransaction;
    readonly nowMs: number;
  }): Promise<boolean> {
    const { withdrawalIds, split, keep, nowMs } = signing;
    const { signature: txSignature } = keep;
    return this.connections.transaction(async (client) => {
      const signed: Withdrawal[] = [];
      for (const [share, withdrawalId] of withdrawalIds.entries()) {
        const before = await WITHDRAWALS.lock(client, withdrawalId);
        if (before === null) return false;
        const fact = { kind: 'signed', txSignature, split, share } as const;
        const outcome = advanceWithdrawal(before, fact, nowMs);
        if (outcome.kind !== 'advanced') return false;
        signed.push(outcome.next);
      }
      for (const withdrawal of signed) await updateWithdrawal(client, withdrawal);
      await writeEffects(client, APP, { keep: [keep] }, nowMs);
      return true;
    });
  }

  /** Counts for operators. */
  async figures(): Promise<WithdrawalFigures[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<WithdrawalFigures>(
        `SELECT chain, status, count(*) AS count, min(updated_ms) AS "oldestMs" FROM withdrawals
         WHERE status IN ('pending', 'debited', 'burned', 'attested') GROUP BY chain, status`,
      ),
    );
    return rows;
  }

  /**
   * Withdrawals whose debit may be on chain and that are not recorded as settled in the engine, and those paid or
   * settled since `sinceMs`: for a solvency sum whose slot and seq are apart in time. A withdrawal that waits for a
   * signature is not included.
   */
  async inVaultSince(sinceMs: number): Promise<Withdrawal[]> {
    return this.connections.statement((client) =>
      WITHDRAWALS.select(
        client,
        `WHERE (status = 'pending' AND debit_signature IS NOT NULL)
           OR (due_ms IS NOT NULL AND ending IS NULL AND status <> 'pending')
           OR (updated_ms >= $1 AND status IN ('debited', 'burned', 'attested', 'completed'))`,
        [sinceMs],
      ),
    );
  }
}

const OF_USER = `
  SELECT ${WITHDRAWALS.numberedNames} FROM withdrawals WHERE user_key = $1 AND number < $2
  ORDER BY number DESC LIMIT $3`;

/** A page's worth of each status, in the order of the index, and of all of them the newest. */
const IN_STATUSES = `
  SELECT ${WITHDRAWALS.numberedNames} FROM unnest($1::text[]) AS wanted (one) CROSS JOIN LATERAL (
    SELECT * FROM withdrawals WHERE status = one AND number < $2 ORDER BY number DESC LIMIT $3
  ) AS found
  ORDER BY number DESC LIMIT $3`;

const updateWithdrawal = (client: Client, withdrawal: Withdrawal): Promise<void> =>
  WITHDRAWALS.update(client, withdrawal, {
    dueMs: withdrawalDueMs(withdrawal),
    leaseUntilMs: 0,
  });

const bounds = (page: PageRequest) => [page.before ?? Number.MAX_SAFE_INTEGER, rowsToRead(page)];

async function insertWithdrawal(client: Client, withdrawal: Withdrawal): Promise<void> {
  const dueMs = withdrawalDueMs(withdrawal);
  if (!(await WITHDRAWALS.insert(client, withdrawal, { dueMs }))) return;
  const update = withdrawalUpdates(null, withdrawal);
  if (update !== null)
    await writeEffects(client, APP, { messages: [update] }, withdrawal.createdMs);
}
