import { DEPOSIT_STATUS_LENGTH } from '@bellwether/funding';
import type {
  Deposit,
  DepositPhase,
  DepositSource,
  DepositStep,
  TransferReport,
} from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { lockArrivals } from './arrivals-lock';
import { settleBridged } from './bridged-arrivals';
import type { DepositChange } from './deposit-change';
import { bridgedFigures, depositFigures } from './deposit-figures';
import type { BridgedFigures, DepositFigure, WaitingDust } from './deposit-figures';
import { DEPOSITS, applyDepositFact, depositOf, lockDeposit } from './deposit-rows';
import { CHAIN_TRANSACTIONS, keepTransaction } from './chain-transaction-rows';
import type { ChainTransaction, NewStoredTransaction } from './chain-transaction-rows';
import { claimInTurn } from './due-rows';
import type { Claim, Narrowing } from './due-rows';
import { fundingStep } from './funding-step';
import { judgeDeposit } from './judge-deposit';
import type { JudgedDeposit, Judgement } from './judge-deposit';
import { prepared } from './prepared';
import { shareDeposits } from './share-deposits';
import type { SharedDeposits } from './share-deposits';
import type { StepResult } from './step-effects';
import type { Client, RecordIn } from './table';

const APP = 'deposit-listener';
/** Held while deposits are claimed in order, until the claim is written. */
const ORDER_LOCK = 'deposit-listener/deposits-in-order';

/** Selects which of the due deposits a worker claims. */
export interface DueDeposits {
  readonly sources: readonly DepositSource[];
  readonly steps: readonly DepositStep[];
}

/** The relayer's report. */
export interface TransferUpdateOfDeposit extends Pick<
  DepositChange,
  'depositId' | 'nowMs' | 'effects'
> {
  readonly fact: TransferReport;
  /** USDC of main, for a bridge arrival that turns out to be a deposit of its own. */
  readonly usdcMint: Uint8Array;
}

/** A deposit with its number, which orders lists and is the cursor for the next page. */
export type NumberedDeposit = Deposit & { readonly number: number };

/**
 * Deposits: the deposit-listener's rows, changed only by facts. Each method is one transaction: the record, its
 * daily-cap reservation, its messages and the given effects change together. All methods throw CodedError
 * HISTORY_UNAVAILABLE if PostgreSQL does not answer.
 */
export class DepositStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async byId(depositId: Uint8Array): Promise<Deposit | null> {
    return this.first('WHERE deposit_id = $1', [depositId]);
  }

  async byTransfer(transferId: string): Promise<Deposit | null> {
    return this.first('WHERE transfer_id = $1', [transferId]);
  }

  /** A user's last attempts, newest first, for the status endpoint. */
  async latestOf(user: Uint8Array, limit = DEPOSIT_STATUS_LENGTH): Promise<Deposit[]> {
    const rows = await this.connections.statement((client) =>
      DEPOSITS.select(client, 'WHERE user_key = $1 ORDER BY number DESC LIMIT $2', [user, limit]),
    );
    return rows.map(depositOf);
  }

  /** Deposits of all users in a phase, such as `queued`; newest first, `before` is a deposit number. */
  async inPhase(phase: DepositPhase, page: PageRequest): Promise<Page<NumberedDeposit>> {
    const { rows } = await this.connections.statement((client) =>
      client.query<RecordIn<typeof DEPOSITS> & { readonly number: number }>(
        `SELECT ${DEPOSITS.numberedNames} FROM deposits WHERE phase = $1 AND number < $2
         ORDER BY number DESC LIMIT $3`,
        [phase, page.before ?? Number.MAX_SAFE_INTEGER, rowsToRead(page)],
      ),
    );
    const deposits = DEPOSITS.checked(rows).map(depositOf);
    return pageOf(deposits, page);
  }

  /** Counts of deposits that have not ended; see `depositFigures`. */
  async figures(waiting: WaitingDust): Promise<DepositFigure[]> {
    return this.connections.statement((client) => depositFigures(client, waiting));
  }

  /** Counts of deposits on their way over the bridge, by whether they share a transfer. */
  async bridged(nowMs: number): Promise<BridgedFigures> {
    return this.connections.statement((client) => bridgedFigures(client, nowMs));
  }

  /** One that is not decided yet, and is no deposit. */
  async drop(depositId: Uint8Array): Promise<void> {
    const sql = `DELETE FROM deposits WHERE deposit_id = $1 AND step IN ('deciding', 'waiting')`;
    await this.connections.statement((client) => client.query(sql, [depositId]));
  }

  /** Deposits whose funds at the user's deposit address are in use: a recovery leaves these funds there. */
  async underWayAtAddress(user: Uint8Array): Promise<Deposit[]> {
    const rows = await this.connections.statement((client) =>
      DEPOSITS.select(
        client,
        `WHERE user_key = $1 AND chain = 'ext'
         AND step IN ('deciding', 'waiting', 'swapping', 'bridging', 'sending')`,
        [user],
      ),
    );
    return rows.map(depositOf);
  }

  /** True if any of the user's funds were swapped at the deposit address, or left it, since `sinceMs`. */
  async movedAtAddress(user: Uint8Array, sinceMs: number): Promise<boolean> {
    const row = await this.connections.statement((client) =>
      DEPOSITS.first(
        client,
        `WHERE user_key = $1 AND chain = 'ext' AND updated_ms >= $2
         AND (phase IN ('swapped', 'bridged', 'credited') OR swap_signature IS NOT NULL)`,
        [user, sinceMs],
      ),
    );
    return row !== null;
  }

  /** USDC of accepted deposits that has not left its deposit address, for the solvency sum. */
  async usdcAtAddresses(): Promise<Deposit[]> {
    const rows = await this.connections.statement((client) =>
      DEPOSITS.select(
        client,
        `WHERE phase IN ('detected', 'swapped', 'failed') AND chain = 'ext'
         AND step IN ('bridging', 'sending')`,
      ),
    );
    return rows.map(depositOf);
  }

  /** Claims due deposits, each for one worker until its lease ends. Users take turns. */
  async claimDue(claim: Claim, which?: DueDeposits): Promise<Deposit[]> {
    const rows = await this.connections.statement((client) =>
      claimInTurn(client, DEPOSITS, claim, narrowedTo(which)),
    );
    return rows.map(depositOf);
  }

  /**
   * As `claimDue`, but none while another worker holds a claim on such deposits: all workers together process them in
   * one order, each user's in the order in which they were found. Users take turns, so that a user who sends a thousand
   * pieces of dust delays only their own deposits.
   */
  async claimInOrder(claim: Claim, which: DueDeposits): Promise<Deposit[]> {
    const { sql, ...narrowed } = narrowedTo(which);
    // Claimed deposits are due by the index's condition, so the index finds them.
    const noneInHand = `AND NOT EXISTS (SELECT 1 FROM deposits AS held WHERE held.due_ms <= $2
      AND held.lease_until_ms > $2 AND held.source = ANY($4) AND held.step = ANY($5))`;
    // Workers look several times a second, mostly in vain: then no lock is taken.
    if (!(await this.isDue(claim.nowMs, which))) return [];
    const rows = await this.connections.transaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [ORDER_LOCK]);
      return claimInTurn(client, DEPOSITS, claim, { ...narrowed, sql: `${sql} ${noneInHand}` });
    });
    return rows.map(depositOf);
  }

  /**
   * Stores a transaction for the deposit's present attempt, or returns the one stored before.
   * @returns null if the deposit is past that attempt: the transaction must then never be sent
   */
  async keepFor(
    { depositId, step, attempt }: Pick<Deposit, 'depositId' | 'step' | 'attempt'>,
    transaction: NewStoredTransaction,
    nowMs: number,
  ): Promise<ChainTransaction | null> {
    return this.connections.transaction(async (client) => {
      const now = await lockDeposit(client, depositId);
      if (now === null || now.step !== step || now.attempt !== attempt) return null;
      return keepTransaction(client, APP, transaction, nowMs);
    });
  }

  /** Moves the due time without a fact: after a quote time-out, or a chain that does not answer. */
  async postpone(depositId: Uint8Array, dueMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE deposits SET due_ms = $2, lease_until_ms = 0
         WHERE deposit_id = $1 AND due_ms IS NOT NULL`,
        [depositId, dueMs],
      ),
    );
  }

  /** Applies a fact to a deposit, with its effects if the fact is new. */
  async advance(change: DepositChange): Promise<StepResult<Deposit>> {
    const { depositId, fact, nowMs, effects, unlessKept, attempt } = change;
    return fundingStep(this.connections, { inbox: effects?.inbox, nowMs }, async (client) => {
      const before = await lockDeposit(client, depositId);
      if (before === null) return { kind: 'missing' };
      const isLate =
        (attempt !== undefined && before.attempt !== attempt) ||
        (unlessKept !== undefined && (await isKept(client, unlessKept)));
      if (isLate) return { kind: 'unchanged', record: before };
      return applyDepositFact(client, APP, before, { fact, nowMs, ...(effects && { effects }) });
    });
  }

  /** Hands over deposits that share a transfer, all of them or none (`shareDeposits`). */
  async share(shared: SharedDeposits): Promise<boolean> {
    return this.connections.transaction((client) => shareDeposits(client, APP, shared));
  }

  /** As `advance`. Also links arrivals on main to the transfer whose number became known or was ruled out. */
  async applyTransferUpdate(update: TransferUpdateOfDeposit): Promise<StepResult<Deposit>> {
    const { depositId, fact, nowMs, effects, usdcMint: mint } = update;
    return fundingStep(this.connections, { inbox: effects?.inbox, nowMs }, async (client) => {
      const known = await DEPOSITS.first(client, 'WHERE deposit_id = $1', [depositId]);
      if (known === null) return { kind: 'missing' };
      await lockArrivals(client, [known.user]);
      const before = await lockDeposit(client, depositId);
      if (before === null) return { kind: 'missing' };
      const change = { fact, nowMs, ...(effects && { effects }) };
      const result = await applyDepositFact(client, APP, before, change);
      if (result.kind !== 'done') return result;
      const contradictions = await settleBridged(client, known.user, { mint, nowMs });
      const record = (await lockDeposit(client, depositId)) ?? result.record;
      return { kind: 'done', record, contradictions };
    });
  }

  /**
   * Decides on a deposit by the rules, the settings and the cap as read in this transaction, and reserves its share of
   * the day's cap. `decision` is the result; null if the deposit had been decided already.
   */
  async decide(judgement: Judgement): Promise<JudgedDeposit | null> {
    return this.connections.transaction((client) => judgeDeposit(client, APP, judgement));
  }

  /** An operator lets a queued deposit pass the daily cap. `missing` if there is no such deposit. */
  async release(depositId: Uint8Array, nowMs: number): Promise<StepResult<Deposit>> {
    return this.advance({ depositId, fact: { kind: 'released' }, nowMs });
  }

  /** An operator rejects a queued deposit: from then on it may be recovered. `missing` as in `release`. */
  async reject(depositId: Uint8Array, nowMs: number): Promise<StepResult<Deposit>> {
    return this.advance({ depositId, fact: { kind: 'operator_rejected' }, nowMs });
  }

  /** By the index of what is due: without the order, a plan made once for all values reads the table from end to end. */
  private async isDue(nowMs: number, { sources, steps }: DueDeposits): Promise<boolean> {
    const { rowCount } = await this.connections.statement((client) =>
      client.query(
        prepared(
          `SELECT 1 FROM deposits
         WHERE due_ms <= $1 AND source = ANY($2) AND step = ANY($3)
         ORDER BY due_ms LIMIT 1`,
          [nowMs, sources, steps],
        ),
      ),
    );
    return rowCount === 1;
  }

  private async first(where: string, values: readonly unknown[]): Promise<Deposit | null> {
    const row = await this.connections.statement((client) => DEPOSITS.first(client, where, values));
    return row === null ? null : depositOf(row);
  }
}

const isKept = async (client: Client, purpose: string): Promise<boolean> =>
  (await CHAIN_TRANSACTIONS.first(client, 'WHERE purpose = $1', [purpose])) !== null;

const narrowedTo = (which: DueDeposits | undefined): Narrowing => ({
  sql: which === undefined ? '' : 'AND source = ANY($4) AND step = ANY($5)',
  values: which === undefined ? [] : [which.sources, which.steps],
  order: 'number',
});
