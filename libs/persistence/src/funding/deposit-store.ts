import { DEPOSIT_STATUS_LENGTH } from '@bellwether/funding';
import type {
  Deposit,
  DepositFact,
  DepositPhase,
  DepositSource,
  DepositStep,
  QueueReason,
  TransferReport,
} from '@bellwether/funding';
import { toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { lockArrivals } from './arrivals-lock';
import { settleBridged } from './bridged-arrivals';
import { depositFigures } from './deposit-figures';
import type { DepositFigure, WaitingDust } from './deposit-figures';
import { DEPOSITS, applyDepositFact, depositOf, lockDeposit } from './deposit-rows';
import { CHAIN_TRANSACTIONS, keepTransaction } from './chain-transaction-rows';
import type { ChainTransaction, NewKeptTransaction } from './chain-transaction-rows';
import { claimDue, claimInTurn } from './due-rows';
import type { Claim, Narrowing } from './due-rows';
import { fundingStep } from './funding-step';
import { judgeDeposit } from './judge-deposit';
import type { JudgedDeposit, Judgement } from './judge-deposit';
import type { StepEffects, StepResult } from './step-effects';
import type { Client, Row } from './table';

const APP = 'deposit-listener';
/** Held while deposits are claimed in order, until that is written. */
const ORDER_LOCK = 'deposit-listener/deposits-in-order';

/** Which of the due deposits a worker takes. */
export interface DueDeposits {
  readonly sources: readonly DepositSource[];
  readonly steps: readonly DepositStep[];
}

export interface DepositChange {
  readonly depositId: Uint8Array;
  readonly fact: Exclude<DepositFact, TransferReport>;
  readonly nowMs: number;
  /** Written with the step where the fact is new. */
  readonly effects?: StepEffects | undefined;
  /** The fact is `unchanged` where a transaction was kept for this purpose: another worker was faster. */
  readonly unlessKept?: string | undefined;
}

/** What the relayer has told. */
export interface TransferUpdateOfDeposit extends Pick<
  DepositChange,
  'depositId' | 'nowMs' | 'effects'
> {
  readonly fact: TransferReport;
  /** USDC of main: what came over the bridge may turn out to be nobody's transfer of ours, and a deposit of its own. */
  readonly usdcMint: Uint8Array;
}

/** A deposit with its number, which orders lists and is the cursor of the next page. */
export type NumberedDeposit = Deposit & { readonly number: number };

/**
 * Deposits: the deposit-listener's rows, changed by facts alone. Each method is one transaction. The record, what it
 * holds of the daily cap, its news and the given effects change together. All methods: CodedError HISTORY_UNAVAILABLE
 * where PostgreSQL does not answer.
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

  /** The last attempts of a user, newest first: what the status endpoint shows. */
  async latestOf(user: Uint8Array, limit = DEPOSIT_STATUS_LENGTH): Promise<Deposit[]> {
    const rows = await this.connections.statement((client) =>
      DEPOSITS.select(client, 'WHERE user_key = $1 ORDER BY number DESC LIMIT $2', [user, limit]),
    );
    return rows.map(depositOf);
  }

  /** Deposits of all users in a phase, e.g. `queued`; newest first, `before` is a number. */
  async inPhase(phase: DepositPhase, page: PageRequest): Promise<Page<NumberedDeposit>> {
    const { rows } = await this.connections.statement((client) =>
      client.query<Row & { number: string }>(
        `SELECT number, ${DEPOSITS.names} FROM deposits WHERE phase = $1 AND number < $2
         ORDER BY number DESC LIMIT $3`,
        [phase, page.before ?? Number.MAX_SAFE_INTEGER, rowsToRead(page)],
      ),
    );
    const deposits = rows.map((row) => ({
      ...depositOf(DEPOSITS.read(row)),
      number: toNumber(BigInt(row.number)),
    }));
    return pageOf(deposits, page);
  }

  /** What has not ended, and since when; see `depositFigures`. */
  async figures(waiting: WaitingDust): Promise<DepositFigure[]> {
    return this.connections.statement((client) => depositFigures(client, waiting));
  }

  /** What lies at the user's deposit address and is spoken for: a recovery leaves it there. */
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

  /** Whether anything of the user's was exchanged at, or has left, the deposit address since then. */
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

  /** USDC of accepted deposits that has not left its deposit address: for the solvency sum. */
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

  /** Takes deposits that are due, each for one worker until its lease ends; users take turns. */
  async claimDue(claim: Claim, which?: DueDeposits): Promise<Deposit[]> {
    const rows = await this.connections.statement((client) =>
      claimInTurn(client, DEPOSITS, claim, narrowedTo(which)),
    );
    return rows.map(depositOf);
  }

  /**
   * As `claimDue`, those first that are due longest, and of these the first found: and none while another worker has
   * such ones in hand, so that what is judged in this order is judged in this order by all workers together.
   */
  async claimInOrder(claim: Claim, which: DueDeposits): Promise<Deposit[]> {
    const { sql, ...narrowed } = narrowedTo(which);
    // Those in hand are due: the index finds them.
    const noneInHand = `AND NOT EXISTS (SELECT 1 FROM deposits AS held WHERE held.due_ms <= $2
      AND held.lease_until_ms > $2 AND held.source = ANY($4) AND held.step = ANY($5))`;
    const rows = await this.connections.transaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [ORDER_LOCK]);
      return claimDue(client, DEPOSITS, claim, { ...narrowed, sql: `${sql} ${noneInHand}` });
    });
    return rows.map(depositOf);
  }

  /**
   * Keeps a transaction for the attempt that a deposit is at: this one, or the one that was kept before it.
   * @returns null where the deposit is past that attempt: then the transaction must never be sent
   */
  async keepFor(
    { depositId, step, attempt }: Pick<Deposit, 'depositId' | 'step' | 'attempt'>,
    transaction: NewKeptTransaction,
    nowMs: number,
  ): Promise<ChainTransaction | null> {
    return this.connections.transaction(async (client) => {
      const now = await lockDeposit(client, depositId);
      if (now === null || now.step !== step || now.attempt !== attempt) return null;
      return keepTransaction(client, APP, transaction, nowMs);
    });
  }

  /** Looks at it again later, without a fact: a quote that timed out, a chain that does not answer. */
  async postpone(depositId: Uint8Array, dueMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE deposits SET due_ms = $2, lease_until_ms = 0
         WHERE deposit_id = $1 AND due_ms IS NOT NULL`,
        [depositId, dueMs],
      ),
    );
  }

  async advance(change: DepositChange): Promise<StepResult<Deposit>> {
    const { depositId, fact, nowMs, effects, unlessKept } = change;
    return fundingStep(this.connections, { inbox: effects?.inbox, nowMs }, async (client) => {
      const before = await lockDeposit(client, depositId);
      if (before === null) return { kind: 'missing' };
      if (unlessKept !== undefined && (await isKept(client, unlessKept))) {
        return { kind: 'unchanged', record: before };
      }
      return applyDepositFact(client, APP, before, { fact, nowMs, ...(effects && { effects }) });
    });
  }

  /** As `advance`, and links what has arrived on main with the transfer whose number became known, or ruled out. */
  async applyTransferUpdate(news: TransferUpdateOfDeposit): Promise<StepResult<Deposit>> {
    const { depositId, fact, nowMs, effects, usdcMint: mint } = news;
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
   * Judges a deposit by the rules, the switch and the cap as they stand in this transaction, and reserves what it
   * takes of the day. `decision` is what came of it; null where the deposit had been judged already.
   */
  async decide(judgement: Judgement): Promise<JudgedDeposit | null> {
    return this.connections.transaction((client) => judgeDeposit(client, APP, judgement));
  }

  /** An operator lets a queued deposit pass the daily cap. `missing` where there is no such deposit. */
  async release(depositId: Uint8Array, nowMs: number): Promise<StepResult<Deposit>> {
    return this.advance({ depositId, fact: { kind: 'released' }, nowMs });
  }

  /** An operator gives a queued deposit back: from then on it may be recovered. `missing` as of `release`. */
  async reject(depositId: Uint8Array, nowMs: number): Promise<StepResult<Deposit>> {
    return this.advance({ depositId, fact: { kind: 'operator_rejected' }, nowMs });
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

/** Wakes what waits for that reason. @returns how many */
export async function wakeQueued(
  client: Client,
  reason: QueueReason,
  nowMs: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE deposits SET due_ms = $2
     WHERE phase = 'queued' AND step = 'waiting' AND reason = $1`,
    [reason, nowMs],
  );
  return rowCount ?? 0;
}
