import { DEPOSIT_STATUS_LENGTH, capResetsAtMs, decideDeposit } from '@bellwether/funding';
import type {
  Deposit,
  DepositDecision,
  DepositFact,
  DepositPhase,
  QueueReason,
  Tier,
} from '@bellwether/funding';
import { toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { readBucket, readSettings, reserveCap } from './daily-cap-rows';
import { DEPOSITS, applyDepositFact, depositOf, lockDeposit } from './deposit-rows';
import { claimDue } from './due-rows';
import type { Claim } from './due-rows';
import { fundingStep } from './funding-step';
import { creditLinkedArrival } from './credited-deposits';
import type { StepEffects, StepResult } from './step-effects';
import type { Client, Row } from './table';

const APP = 'deposit-listener';

export interface Judgement {
  readonly depositId: Uint8Array;
  /** The amount of USDC itself, the quote of anything else; `null` where nobody swaps it. */
  readonly valueMicroUsdc: number | null;
  /** Read from the chain, at most 60 s ago. */
  readonly tier: Tier;
  readonly network: 'test' | 'production';
  readonly nowMs: number;
}

export interface DepositChange {
  readonly depositId: Uint8Array;
  readonly fact: DepositFact;
  readonly nowMs: number;
  /** Written with the step where the fact is new. */
  readonly effects?: StepEffects | undefined;
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

  /** The user's deposit whose transfer has that number in the bridge; `null` where none has, or it is not told yet. */
  async ofTransferNumber(user: Uint8Array, sequence: number): Promise<Deposit | null> {
    return this.first('WHERE transfer_sequence = $1 AND user_key = $2', [sequence, user]);
  }

  /** The last attempts of a user, newest first: what the status endpoint shows. */
  async latestOf(user: Uint8Array, limit = DEPOSIT_STATUS_LENGTH): Promise<Deposit[]> {
    const rows = await this.connections.transaction((client) =>
      DEPOSITS.select(client, 'WHERE user_key = $1 ORDER BY number DESC LIMIT $2', [user, limit]),
    );
    return rows.map(depositOf);
  }

  /** Deposits of all users in a phase, e.g. `queued`; newest first, `before` is a number. */
  async inPhase(phase: DepositPhase, page: PageRequest): Promise<Page<NumberedDeposit>> {
    const { rows } = await this.connections.transaction((client) =>
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

  /** What lies at the user's deposit address and is spoken for: a recovery leaves it there. */
  async underWayAtAddress(user: Uint8Array): Promise<Deposit[]> {
    const rows = await this.connections.transaction((client) =>
      DEPOSITS.select(
        client,
        `WHERE user_key = $1 AND chain = 'ext'
         AND step IN ('deciding', 'waiting', 'swapping', 'bridging', 'sending')`,
        [user],
      ),
    );
    return rows.map(depositOf);
  }

  /** USDC of accepted deposits that has not left its deposit address: for the solvency sum. */
  async usdcAtAddresses(): Promise<Deposit[]> {
    const rows = await this.connections.transaction((client) =>
      DEPOSITS.select(
        client,
        `WHERE phase IN ('detected', 'swapped', 'failed') AND chain = 'ext'
         AND step IN ('bridging', 'sending')`,
      ),
    );
    return rows.map(depositOf);
  }

  /** Takes deposits that are due, each for one worker until its lease ends. */
  async claimDue(claim: Claim): Promise<Deposit[]> {
    const rows = await this.connections.transaction((client) => claimDue(client, DEPOSITS, claim));
    return rows.map(depositOf);
  }

  /** Looks at it again later, without a fact: a quote that timed out, a chain that does not answer. */
  async postpone(depositId: Uint8Array, dueMs: number): Promise<void> {
    await this.connections.transaction((client) =>
      client.query(
        `UPDATE deposits SET due_ms = $2, lease_until_ms = 0
         WHERE deposit_id = $1 AND due_ms IS NOT NULL`,
        [depositId, dueMs],
      ),
    );
  }

  async advance(change: DepositChange): Promise<StepResult<Deposit>> {
    const { depositId, fact, nowMs, effects } = change;
    return fundingStep(this.connections, { inbox: effects?.inbox, nowMs }, async (client) => {
      const before = await lockDeposit(client, depositId);
      if (before === null) return { kind: 'missing' };
      const result = await applyDepositFact(client, APP, before, {
        fact,
        nowMs,
        ...(effects && { effects }),
      });
      if (result.kind !== 'done' || fact.kind !== 'transfer_sent') return result;
      return { kind: 'done', record: await creditLinkedArrival(client, result.record, nowMs) };
    });
  }

  /**
   * Judges a deposit by the rules, the switch and the cap as they stand in this transaction, and reserves what it
   * takes of the day. `decision` is what came of it; null where the deposit had been judged already.
   */
  async decide(
    judgement: Judgement,
  ): Promise<{ readonly deposit: Deposit; readonly decision: DepositDecision | null } | null> {
    const { depositId, nowMs } = judgement;
    return this.connections.transaction(async (client) => {
      const settings = await readSettings(client, 'FOR SHARE');
      const before = await lockDeposit(client, depositId);
      if (before === null) return null;
      if (before.step !== 'deciding' && before.step !== 'waiting') {
        return { deposit: before, decision: null };
      }
      const { source, sourceAmount, released } = before;
      const { valueMicroUsdc, tier, network } = judgement;
      let decision = decideDeposit(
        { source, sourceAmount, valueMicroUsdc, tier, released },
        {
          network,
          executorEnabled: settings.bridgeExecutor,
          bucket: await readBucket(client, settings, nowMs),
          nowMs,
        },
      );
      // Between reading the bucket and taking from it another may have been faster.
      if (decision.kind === 'accept' && decision.reservation !== null) {
        const reserved = await reserveCap(client, decision.reservation, settings);
        if (!reserved) {
          decision = { kind: 'queue', reason: 'daily_cap', retryAtMs: capResetsAtMs(nowMs) };
        }
      }
      const fact = factOf(decision, valueMicroUsdc ?? 0, tier);
      const result = await applyDepositFact(client, APP, before, { fact, nowMs });
      return { deposit: 'record' in result ? result.record : before, decision };
    });
  }

  /** An operator lets a queued deposit pass the daily cap. `missing` where there is no such deposit. */
  async release(depositId: Uint8Array, nowMs: number): Promise<StepResult<Deposit>> {
    return this.advance({ depositId, fact: { kind: 'released' }, nowMs });
  }

  private async first(where: string, values: readonly unknown[]): Promise<Deposit | null> {
    const row = await this.connections.transaction((client) =>
      DEPOSITS.first(client, where, values),
    );
    return row === null ? null : depositOf(row);
  }
}

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

function factOf(decision: DepositDecision, valueMicroUsdc: number, tier: Tier): DepositFact {
  switch (decision.kind) {
    case 'accept':
      return {
        kind: 'accepted',
        next: decision.next,
        reservation: decision.reservation,
        valueMicroUsdc,
        tier,
      };
    case 'queue':
      return {
        kind: 'queued',
        reason: decision.reason,
        retryAtMs: decision.retryAtMs,
        valueMicroUsdc,
        tier,
      };
    case 'reject':
      return { kind: 'rejected', reason: decision.reason, valueMicroUsdc, tier };
  }
}
