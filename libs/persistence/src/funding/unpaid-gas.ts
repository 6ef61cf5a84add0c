/** What users who never paid owe for deposits that could not pay their own cost. */
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { DEPOSITS, applyDepositFact, depositOf } from './deposit-rows';
import type { Client } from './table';

export class UnpaidGas {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** In micro-USDC. */
  async total(): Promise<number> {
    return this.connections.statement((client) => readUnpaidGas(client));
  }

  /** Its user recovers what waits for `gas`: it is free from then on. `mint` null: lamports. @returns how many */
  async giveUp(user: Uint8Array, mint: Uint8Array | null, nowMs: number): Promise<number> {
    return this.connections.transaction(async (client) => {
      const waiting = await DEPOSITS.select(
        client,
        `WHERE user_key = $1 AND mint IS NOT DISTINCT FROM $2 AND step = 'waiting' AND reason = 'gas'
         ORDER BY deposit_id FOR UPDATE`,
        [user, mint],
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
 * What was credited to a user beyond its charges has paid them: the engine takes them from each credit first, whether
 * they came before or come after it.
 */
const HAS_PAID = `(SELECT coalesce(sum(amount_micro_usdc), 0) FROM chain_credits
    WHERE chain_credits.user_key = payer.user_key) >
  (SELECT coalesce(sum(amount_micro_usdc), 0) FROM gas_charges
    WHERE gas_charges.user_key = payer.user_key)`;

export async function hasPaidGas(client: Client, user: Uint8Array): Promise<boolean> {
  const { rows } = await client.query<{ paid: boolean }>(
    `SELECT ${HAS_PAID} AS paid FROM (SELECT $1::bytea AS user_key) AS payer`,
    [user],
  );
  return rows[0]!.paid;
}

/** In micro-USDC, of all deposits that were accepted and not given up, but this one. Forgets those who have paid since. */
export async function unpaidGas(client: Client, exceptDeposit?: Uint8Array): Promise<number> {
  await client.query(
    `UPDATE deposits SET gas_short_micro_usdc = 0
     FROM (SELECT DISTINCT user_key FROM deposits WHERE gas_short_micro_usdc > 0) AS payer
     WHERE deposits.user_key = payer.user_key AND gas_short_micro_usdc > 0
       AND phase = 'credited' AND ${HAS_PAID}`,
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
