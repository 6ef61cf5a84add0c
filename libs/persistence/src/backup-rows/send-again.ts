/**
 * For books that were restored to an earlier command than the rows know: what the engine accepted after it is marked as
 * not accepted. The deposit-listener sends it again; the engine takes a number that it has once.
 */
import type { Client } from 'pg';
import { withClient } from './rows-client';

/** How far the books have a user's credits and gas charges; zeros for an unknown user. */
export interface BookedNumbers {
  readonly lastCreditSeq: number;
  readonly lastChargeSeq: number;
}

/** Numbers of rows. */
export interface SentAgain {
  readonly credits: number;
  readonly charges: number;
}

/** Users looked at by one statement. */
const PAGE = 10_000;

/** One transaction. No app may write meanwhile. */
export const sendAgainWhatIsNotIn = (
  url: string,
  booked: (user: Uint8Array) => BookedNumbers,
): Promise<SentAgain> =>
  withClient(url, async (client) => {
    await client.query('BEGIN');
    const credits = await sendAgain(
      client,
      { table: 'chain_credits', number: 'credit_seq' },
      (user) => booked(user).lastCreditSeq,
    );
    const charges = await sendAgain(
      client,
      { table: 'gas_charges', number: 'charge_seq' },
      (user) => booked(user).lastChargeSeq,
    );
    await client.query('COMMIT');
    return { credits, charges };
  });

async function sendAgain(
  client: Client,
  { table, number }: { readonly table: string; readonly number: string },
  lastBooked: (user: Uint8Array) => number,
): Promise<number> {
  let count = 0;
  let after: Uint8Array = new Uint8Array(0);
  for (;;) {
    const { rows } = await client.query<{ user: Uint8Array; last: string }>(
      `SELECT user_key AS user, max(${number}) AS last FROM ${table}
       WHERE engine_ms IS NOT NULL AND user_key > $1
       GROUP BY user_key ORDER BY user_key LIMIT ${PAGE}`,
      [after],
    );
    for (const { user, last } of rows) {
      const booked = lastBooked(user);
      if (Number(last) <= booked) continue;
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
