/**
 * For books that were restored to an earlier command than the rows know: what the engine accepted after it is marked as
 * not accepted. The funding apps send it again; the engine takes a credit, a charge or an end that it has once.
 */
import { collectedOf } from '@bellwether/funding';
import type { GasItem } from '@bellwether/funding';
import type { Client } from 'pg';
import { moveReserve } from '../funding/gas-reserve-rows';
import { withClient } from './rows-client';

/** The restored books, as an `Exchange` answers. */
export interface RestoredBooks {
  /** Numbers of the user's last credit and gas charge; zeros for an unknown user. */
  funding(user: Uint8Array): { readonly lastCreditSeq: number; readonly lastChargeSeq: number };
  withdrawal(withdrawalId: Uint8Array): { readonly status: string } | null;
}

/** Numbers of rows. */
export interface SentAgain {
  readonly credits: number;
  readonly charges: number;
  /** Withdrawals whose end the books lack. */
  readonly withdrawals: number;
}

/** Users, or withdrawals, looked at by one statement. */
const PAGE = 10_000;

/** One transaction. No app may write meanwhile. */
export const sendAgainWhatIsNotIn = (
  url: string,
  books: RestoredBooks,
  nowMs: number,
): Promise<SentAgain> =>
  withClient(url, async (client) => {
    await client.query('BEGIN');
    const credits = await sendAgain(
      client,
      { table: 'chain_credits', number: 'credit_seq' },
      (user) => books.funding(user).lastCreditSeq,
    );
    const charges = await sendAgain(
      client,
      { table: 'gas_charges', number: 'charge_seq' },
      (user) => books.funding(user).lastChargeSeq,
    );
    const withdrawals = await endAgain(client, books, nowMs);
    await client.query('COMMIT');
    return { credits, charges, withdrawals };
  });

async function sendAgain(
  client: Client,
  { table, number }: { readonly table: string; readonly number: string },
  lastBooked: (user: Uint8Array) => number,
): Promise<number> {
  let count = 0;
  let after: Uint8Array = new Uint8Array(0);
  for (;;) {
    const { rows } = await client.query<{ user: Uint8Array; last: number }>(
      `SELECT user_key AS user, max(${number}) AS last FROM ${table}
       WHERE engine_ms IS NOT NULL AND user_key > $1
       GROUP BY user_key ORDER BY user_key LIMIT ${PAGE}`,
      [after],
    );
    for (const { user, last } of rows) {
      const booked = lastBooked(user);
      if (last <= booked) continue;
      const { rowCount } = await client.query(
        `UPDATE ${table} SET engine_ms = NULL, lease_until_ms = 0
         WHERE user_key = $1 AND ${number} > $2 AND engine_ms IS NOT NULL`,
        [user, booked],
      );
      count += rowCount ?? 0;
    }
    if (rows.length < PAGE) return count;
    after = rows.at(-1)!.user;
  }
}

interface Ended {
  readonly id: Uint8Array;
  readonly ending: string;
  readonly items: readonly GasItem[] | null;
}

/** Withdrawals that ended in the rows and are open in the books. What ending one did to the rows is undone. */
async function endAgain(client: Client, books: RestoredBooks, nowMs: number): Promise<number> {
  let count = 0;
  let collectedMicroUsdc = 0;
  let after: Uint8Array = new Uint8Array(0);
  for (;;) {
    const { rows } = await client.query<Ended>(
      `SELECT withdrawal_id AS id, ending, gas_items AS items FROM withdrawals
       WHERE ending IS NOT NULL AND withdrawal_id > $1 ORDER BY withdrawal_id LIMIT ${PAGE}`,
      [after],
    );
    for (const { id, ending, items } of rows) {
      if (books.withdrawal(id)?.status !== 'open') continue;
      await client.query(REOPEN, [id]);
      if (ending === 'settled') collectedMicroUsdc += collectedOf(items);
      count++;
    }
    if (rows.length < PAGE) break;
    after = rows.at(-1)!.id;
  }
  await moveReserve(client, { collectedMicroUsdc: -collectedMicroUsdc }, nowMs);
  return count;
}

/** As before `settled` or `refunded`: of one to ext that was paid, the end changed nothing else. */
const REOPEN = `
  UPDATE withdrawals SET ending = NULL, due_ms = updated_ms, lease_until_ms = 0,
    status = CASE WHEN ending = 'refunded' THEN 'pending' WHEN chain = 'main' THEN 'debited' ELSE status END,
    completion_signature = CASE WHEN chain = 'main' THEN NULL ELSE completion_signature END,
    history = CASE WHEN ending = 'refunded' OR chain = 'main' THEN history - -1 ELSE history END
  WHERE withdrawal_id = $1`;
