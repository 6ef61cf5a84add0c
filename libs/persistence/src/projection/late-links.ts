/**
 * Links of users with API keys, and the trades that a user made before its link. A user may have millions of them, so
 * they are taken in by steps, each in a transaction under the cursor's lock, from a mark in `late_links`. Trades after
 * the link are added as they come (builder-rows.ts).
 */
import type { PoolClient } from 'pg';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { ADD_SIDES } from './builder-rows';
import { RowSet, columnsFor } from './row-set';

/** A builder may link users faster than trades come; the rest wait for the next transaction. */
const LINKS_PER_TRANSACTION = 1_000;
/** Earlier trades in a transaction, of all links together: a tenth of a second, or a second from a slow disk. */
const LATE_TRADES_PER_TRANSACTION = 2_000;

/** Trades up to `tradeId` are taken in; `lastTradeId` is the last one before the link. */
type LateLink = Records['LateLink'];

const LATE_LINKS = new RowSet<LateLink>(columnsFor('LateLink'));

const TAKE_LINKS = {
  name: 'take_links',
  text: `
  WITH taken AS (
    UPDATE user_links SET projected = true
    WHERE (user_key, key_id) IN (
      SELECT user_key, key_id FROM user_links WHERE NOT projected LIMIT ${LINKS_PER_TRANSACTION}
    )
    RETURNING user_key, key_id
  ),
  late AS (
    INSERT INTO late_links (user_key, key_id, trade_id, last_trade_id)
    SELECT user_key, key_id, 0, last.trade_id
    FROM taken CROSS JOIN (SELECT max(trade_id) AS trade_id FROM trades) AS last
    WHERE last.trade_id IS NOT NULL
  )
  SELECT count(*) AS links FROM taken`,
};

const WAITING = {
  name: 'waiting_late_links',
  text: `SELECT ${fieldsOf('LateLink')} FROM late_links LIMIT ${LINKS_PER_TRANSACTION}`,
};

/** The next trades of a link's user on one side: a range of the index (side, trade_id), as in trade-history.ts. */
const nextTradesAs = (side: string, builderFee: string): string => `
  SELECT trade_id, market_id, timestamp_ms, taker_fee, ${builderFee} AS builder_fee FROM trades
  WHERE (${side}, trade_id) > (r.user_key, r.trade_id)
    AND (${side}, trade_id) <= (r.user_key, r.last_trade_id)
  ORDER BY ${side}, trade_id LIMIT $5`;

/** $5: trades of each link. A link with fewer is done. No user is on both sides of a trade. */
const ADD_LATE_TRADES = `
  WITH side AS MATERIALIZED (
    SELECT r.user_key, r.key_id, next.* FROM ${LATE_LINKS.table} CROSS JOIN LATERAL (
      SELECT * FROM (
        (${nextTradesAs('taker', 'builder_fee')})
        UNION ALL
        (${nextTradesAs('maker', 'maker_builder_fee')})
      ) AS sides ORDER BY trade_id LIMIT $5
    ) AS next
  ),
  going_on AS (
    SELECT user_key, key_id, max(trade_id) AS trade_id FROM side
    GROUP BY user_key, key_id HAVING count(*) = $5
  ),
  marked AS (
    UPDATE late_links l SET trade_id = g.trade_id FROM going_on g
    WHERE l.user_key = g.user_key AND l.key_id = g.key_id
  ),
  done AS (
    DELETE FROM late_links l USING ${LATE_LINKS.table}
    WHERE l.user_key = r.user_key AND l.key_id = r.key_id
      AND (l.user_key, l.key_id) NOT IN (SELECT user_key, key_id FROM going_on)
  ), ${ADD_SIDES}`;

/**
 * Takes in new links, and the next earlier trades of those that are late. Before the transaction's own trades.
 *
 * @returns how many links it worked on; call again until there are none
 */
export async function takeInLinks(
  client: PoolClient,
  limit = LATE_TRADES_PER_TRANSACTION,
): Promise<number> {
  const taken = await client.query<{ links: number }>(TAKE_LINKS);
  const { rows } = await client.query<LateLink>(WAITING);
  if (rows.length > 0) {
    const tradesOfEach = Math.ceil(limit / rows.length);
    const values = [...LATE_LINKS.values(rows), tradesOfEach];
    await client.query(ADD_LATE_TRADES, values);
  }
  return Math.max(taken.rows[0]?.links ?? 0, rows.length);
}
