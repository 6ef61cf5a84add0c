import { sameBytes } from '@bellwether/codec';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { CHAIN_TRANSACTIONS, endTransaction, keepTransaction } from './chain-transaction-rows';
import type {
  ChainTransaction,
  NewStoredTransaction,
  TransactionEnd,
} from './chain-transaction-rows';
import { claimDue } from './due-rows';
import type { Claim } from './due-rows';
import { drawFromReserve, moveReserve } from './gas-reserve-rows';
import type { FundingApp } from './step-effects';

/** The transactions an app has signed. Their bytes are stored before the first broadcast and never change. */
export class ChainTransactionStore {
  private readonly connections: Connections;

  constructor(
    database: Database,
    private readonly app: FundingApp,
  ) {
    this.connections = connectionsOf(database);
  }

  /**
   * Stores a transaction. If one is already stored for its purpose, returns that one, and this one must not be sent.
   */
  async keep(transaction: NewStoredTransaction, nowMs: number): Promise<ChainTransaction> {
    return this.connections.transaction((client) =>
      keepTransaction(client, this.app, transaction, nowMs),
    );
  }

  /**
   * As `keep`, and draws on the gas reserve if this one is stored: once for a purpose, however often it is called.
   * @returns null if the reserve has less than that: nothing is stored
   */
  async keepFromReserve(
    transaction: NewStoredTransaction,
    microUsdc: number,
    nowMs: number,
  ): Promise<ChainTransaction | null> {
    return this.connections.transaction(async (client) => {
      if (!(await drawFromReserve(client, microUsdc, nowMs))) return null;
      const kept = await keepTransaction(client, this.app, transaction, nowMs);
      if (!sameBytes(kept.signature, transaction.signature)) {
        await moveReserve(client, { spentMicroUsdc: -microUsdc }, nowMs);
      }
      return kept;
    });
  }

  async byPurpose(purpose: string): Promise<ChainTransaction | null> {
    return this.connections.statement((client) =>
      CHAIN_TRANSACTIONS.first(client, 'WHERE purpose = $1', [purpose]),
    );
  }

  /** Whether this transaction is stored, or a deposit of the user is known to have been swapped by it. */
  knowsSwap(user: Uint8Array, signature: Uint8Array): Promise<boolean> {
    return this.knows(
      signature,
      'SELECT 1 FROM deposits WHERE user_key = $2 AND swap_signature = $1',
      user,
    );
  }

  /** Whether this transaction is stored, or a recovery of the user is known to have been sent by it. */
  knowsRecovery(user: Uint8Array, signature: Uint8Array): Promise<boolean> {
    return this.knows(
      signature,
      'SELECT 1 FROM recoveries WHERE user_key = $2 AND tx_signature = $1',
      user,
    );
  }

  private async knows(signature: Uint8Array, sql: string, user: Uint8Array): Promise<boolean> {
    const { rows } = await this.connections.statement((client) =>
      client.query(
        `SELECT 1 FROM chain_transactions WHERE signature = $1 UNION ALL ${sql} LIMIT 1`,
        [signature, user],
      ),
    );
    return rows.length > 0;
  }

  /** Transactions of any app with one of these signatures: movements by our own transactions are not deposits. */
  async bySignatures(signatures: readonly Uint8Array[]): Promise<ChainTransaction[]> {
    return this.connections.statement((client) =>
      CHAIN_TRANSACTIONS.select(client, 'WHERE signature = ANY($1::bytea[])', [signatures]),
    );
  }

  /** Claims stored transactions of this app that are due for a broadcast or a status check. */
  async claimDue(claim: Claim): Promise<ChainTransaction[]> {
    const ofApp = { sql: 'AND app = $4', values: [this.app] };
    return this.connections.statement((client) =>
      claimDue(client, CHAIN_TRANSACTIONS, claim, ofApp),
    );
  }

  async postpone(purpose: string, dueMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE chain_transactions SET due_ms = $2, lease_until_ms = 0
         WHERE purpose = $1 AND due_ms IS NOT NULL`,
        [purpose, dueMs],
      ),
    );
  }

  /**
   * Records a proven end. False if it had ended before. In a step of a record use `StepEffects.ended` instead.
   * @param spentMicroUsdc what it cost the gas reserve, counted once, if no user is charged for it
   */
  async end(end: TransactionEnd, nowMs: number, spentMicroUsdc = 0): Promise<boolean> {
    return this.connections.transaction(async (client) => {
      if (!(await endTransaction(client, end, nowMs))) return false;
      await moveReserve(client, { spentMicroUsdc }, nowMs);
      return true;
    });
  }
}
