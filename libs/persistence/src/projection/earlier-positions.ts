/**
 * Positions of what is in history already: after an upgrade, or where a release without this table wrote in between.
 * Trades, redemptions and payouts are read in order, some thousand in a transaction, from a mark in the cursor's row.
 */
import { MICRO_USDC_PER_CONTRACT, positionChangesOfFill } from '@bellwether/exchange';
import type { PoolClient } from 'pg';
import { bigintColumn, toBytes } from '../column-values';
import { TRADE_COLUMNS, tradeOf } from '../history/trade-rows';
import type { TradeRow } from '../history/trade-rows';
import type { LockedCursor } from './cursor-lock';
import type { PositionChangeRow } from './position-rows';
import { writePositions } from './write-positions';

/** A tenth of a second and some megabytes. */
export const EARLIER_TRADES_A_TRANSACTION = 5_000;

/**
 * Takes in the next part of what `positions` lacks.
 * @returns false if it lacks nothing
 */
export async function takeInEarlierPositions(
  client: PoolClient,
  shard: number,
  { positions: mark, seq, index }: LockedCursor,
  limit = EARLIER_TRADES_A_TRANSACTION,
): Promise<boolean> {
  if (mark.seq === seq && mark.index === index) return false;
  const fromSeq = Math.max(mark.fromSeq, await droppedAfter(client, mark.seq));
  const { rows } = await client.query<TradeRow>(NEXT_TRADES, [mark.tradeId, limit]);
  const trades = rows.map(tradeOf);
  const last = trades.at(-1);
  const isLast = last === undefined || trades.length < limit;
  // A command that trades pays nothing out, so where it is cut there are only trades.
  const end = isLast ? { seq, index } : { seq: last.seq, index: BEFORE_FIRST_EVENT };
  const values = [mark.seq, mark.index, end.seq, end.index];
  const redemptions = await client.query<RedemptionRow>(REDEMPTIONS, values);
  const payouts = await client.query<PayoutRow>(PAYOUTS, values);
  const changes = [
    ...trades.flatMap((trade) =>
      positionChangesOfFill(trade.marketId, trade).map((changed) => ({
        ...changed,
        seq: trade.seq,
        timestampMs: trade.timestampMs,
      })),
    ),
    ...redemptions.rows.map(redemptionOf),
    ...payouts.rows.map(payoutOf),
  ].toSorted((one, other) => one.seq - other.seq);
  if (fromSeq > mark.fromSeq) await client.query(LEAVE_OUT, [fromSeq]);
  await writePositions(client, changes, NOTHING_REMEMBERED, fromSeq);
  const tradeId = last?.tradeId ?? mark.tradeId;
  await client.query(MOVE_MARK, [shard, end.seq, end.index, tradeId, fromSeq]);
  return true;
}

/** The last seq of the months that were dropped, if any of it is beyond the mark. */
async function droppedAfter(client: PoolClient, markSeq: number): Promise<number> {
  const { rows } = await client.query<{ seq: string | null }>(
    'SELECT max(last_seq) AS seq FROM dropped_months',
  );
  const seq = bigintColumn(rows[0]?.seq ?? '0');
  return seq > markSeq ? seq : 0;
}

/** As `pg` returns it: BIGINT as text. */
interface PaidRow {
  readonly market_id: Uint8Array;
  readonly user_key: Uint8Array;
  readonly paid: string;
  readonly seq: string;
  readonly timestamp_ms: string;
}
type RedemptionRow = PaidRow;
interface PayoutRow extends PaidRow {
  readonly yes_contracts: string;
  readonly no_contracts: string;
}

const placeOf = (row: PaidRow) => ({
  user: toBytes(row.user_key),
  marketId: toBytes(row.market_id),
  seq: bigintColumn(row.seq),
  timestampMs: bigintColumn(row.timestamp_ms),
});

/** A pair pays 1 USD. */
function redemptionOf(row: RedemptionRow): PositionChangeRow {
  const paid = bigintColumn(row.paid);
  const change = { kind: 'redeemed', pairs: paid / MICRO_USDC_PER_CONTRACT, paid } as const;
  return { ...placeOf(row), change };
}

function payoutOf(row: PayoutRow): PositionChangeRow {
  const change = {
    kind: 'paid_out',
    yes: bigintColumn(row.yes_contracts),
    no: bigintColumn(row.no_contracts),
    paid: bigintColumn(row.paid),
  } as const;
  return { ...placeOf(row), change };
}

const BEFORE_FIRST_EVENT = -1;
const NOTHING_REMEMBERED = new Map<string, never>();

const LEAVE_OUT = `
  DELETE FROM positions p USING markets m JOIN events e USING (event_id)
  WHERE m.market_id = p.market_id AND e.created_seq <= $1`;

const NEXT_TRADES = `
  SELECT ${TRADE_COLUMNS} FROM trades t WHERE trade_id > $1 ORDER BY trade_id LIMIT $2`;

const BETWEEN =
  '(seq, event_index) > ($1::bigint, $2::int) AND (seq, event_index) <= ($3::bigint, $4::int)';
/** The bounds by `seq` alone are for the index over ranges of pages. */
const REDEMPTIONS = `
  SELECT p.reference AS market_id, a.owner AS user_key, p.amount_micro_usdc AS paid, p.seq, p.timestamp_ms
  FROM ledger_postings p JOIN ledger_accounts a USING (account_id)
  WHERE p.seq >= $1 AND p.seq <= $3 AND ${BETWEEN} AND p.kind = 'redeemed' AND a.kind = 'user'
  ORDER BY p.seq`;
const PAYOUTS = `
  SELECT market_id, user_key, yes_contracts, no_contracts, paid_micro_usdc AS paid, seq, timestamp_ms
  FROM payouts WHERE ${BETWEEN} ORDER BY seq, event_index`;

const MOVE_MARK = `
  UPDATE projection_cursor SET position_seq = $2, position_event_index = $3, position_trade_id = $4,
    position_from_seq = $5 WHERE shard = $1`;
