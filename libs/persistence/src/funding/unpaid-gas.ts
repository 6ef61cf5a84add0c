/** What users who never paid owe for deposits that could not pay their own cost. */
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { DEPOSITS, applyDepositFact, depositOf } from './deposit-rows';
import type { Client } from './table';

/** What is recovered at a deposit address. A deposit that was swapped is USDC there, whatever it came as. */
export interface RecoveredToken {
  /** `null`: lamports. */
  readonly mint: Uint8Array | null;
  readonly isUsdc: boolean;
}

export class UnpaidGas {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** In micro-USDC. */
  async total(): Promise<number> {
    return this.connections.statement((client) => readUnpaidGas(client));
  }

  /** Its user recovers what waits for `gas`: it is free from then on. @returns how many */
  async giveUp(user: Uint8Array, token: RecoveredToken, nowMs: number): Promise<number> {
    return this.connections.transaction(async (client) => {
      const waiting = await DEPOSITS.select(
        client,
        `WHERE user_key = $1 AND step = 'waiting' AND reason = 'gas'
           AND CASE WHEN swap_signature IS NULL THEN mint IS NOT DISTINCT FROM $2 ELSE $3 END
         ORDER BY deposit_id FOR UPDATE`,
        [user, token.mint, token.isUsdc],
      );
      const change = { fact: { kind: 'recovered' }, nowMs } as const;
      for (const row of waiting) {
        await applyDepositFact(client, 'deposit-listener', depositOf(row), change);
      }
      return waiting.length;
    });
  }
}

/** Held while a deposit that cannot pay its own cost is decided: two must not take the same room. */
const UNPAID_GAS_LOCK = 'unpaid gas';

export const lockUnpaidGas = (client: Client): Promise<unknown> =>
  client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [UNPAID_GAS_LOCK]);

/**
 * What was credited to a user beyond its charges and its withdrawals. The engine takes charges from each credit first;
 * what was withdrawn again pays nothing later.
 */
const LEFT_BY_PAYER = `(SELECT coalesce(sum(amount_micro_usdc), 0) FROM chain_credits
    WHERE chain_credits.user_key = payer.user_key) -
  (SELECT coalesce(sum(amount_micro_usdc), 0) FROM gas_charges
    WHERE gas_charges.user_key = payer.user_key) -
  (SELECT coalesce(sum(amount_micro_usdc), 0) FROM withdrawals
    WHERE withdrawals.user_key = payer.user_key AND ending IS DISTINCT FROM 'refunded')`;

/** Whether what the user left pays what this deposit is short of, and what its others under way are. */
export async function canPayGas(client: Client, deposit: ShortDeposit): Promise<boolean> {
  const { user, depositId, shortMicroUsdc } = deposit;
  const { rows } = await client.query<{ pays: boolean }>(
    `SELECT ${LEFT_BY_PAYER} >= $2::bigint + (
       SELECT coalesce(sum(gas_short_micro_usdc), 0) FROM deposits
       WHERE deposits.user_key = payer.user_key AND step <> 'ended' AND deposit_id <> $3) AS pays
     FROM (SELECT $1::bytea AS user_key) AS payer`,
    [user, shortMicroUsdc, depositId],
  );
  return rows[0]!.pays;
}

export interface ShortDeposit {
  readonly user: Uint8Array;
  readonly depositId: Uint8Array;
  readonly shortMicroUsdc: number;
}

/**
 * In micro-USDC, of all deposits that were accepted and not given up, but this one. Forgets those who have paid since: a
 * withdrawal proves it too, as the engine accepts none from a user in debt.
 */
export async function unpaidGas(client: Client, exceptDeposit?: Uint8Array): Promise<number> {
  await client.query(
    `UPDATE deposits SET gas_short_micro_usdc = 0
     FROM (SELECT DISTINCT user_key FROM deposits WHERE gas_short_micro_usdc > 0) AS payer
     WHERE deposits.user_key = payer.user_key AND gas_short_micro_usdc > 0 AND phase = 'credited'
       AND (${LEFT_BY_PAYER} > 0 OR EXISTS (SELECT 1 FROM withdrawals
         WHERE withdrawals.user_key = payer.user_key AND created_ms > deposits.updated_ms))`,
  );
  return readUnpaidGas(client, exceptDeposit);
}

export async function readUnpaidGas(client: Client, exceptDeposit?: Uint8Array): Promise<number> {
  const { rows } = await client.query<{ unpaid: number }>(
    `SELECT coalesce(sum(gas_short_micro_usdc), 0)::bigint AS unpaid FROM deposits
     WHERE gas_short_micro_usdc > 0 AND (step <> 'ended' OR phase = 'credited')
       AND deposit_id IS DISTINCT FROM $1`,
    [exceptDeposit ?? null],
  );
  return rows[0]!.unpaid;
}
