/**
 * The revenue of each API key per day and market (builder_revenue), added up as trades come. The key is the one that
 * the order came through, so the sums are those of the ledger's accounts of revenue.
 */
import type { PoolClient } from 'pg';
import type { Trade } from '../history/trade-history';
import { RowSet } from './row-set';

const DAY_MS = 86_400_000;

/** Adds the sides of trades that the CTE `side` holds. */
const ADD_SIDES = `
  INSERT INTO builder_revenue AS r (key_id, day, market_id, builder_fee, fills, contracts)
  SELECT key_id, timestamp_ms / ${DAY_MS}, market_id, sum(builder_fee), count(*), sum(quantity)
  FROM side GROUP BY key_id, timestamp_ms / ${DAY_MS}, market_id
  ON CONFLICT (key_id, day, market_id) DO UPDATE SET
    builder_fee = r.builder_fee + EXCLUDED.builder_fee,
    fills = r.fills + EXCLUDED.fills,
    contracts = r.contracts + EXCLUDED.contracts`;

interface Side {
  readonly keyId: Uint8Array;
  readonly trade: Trade;
  readonly builderFee: number;
}

const SIDES = new RowSet<Side>({
  key_id: ['bytea', ({ keyId }) => keyId],
  market_id: ['bytea', ({ trade }) => trade.marketId],
  timestamp_ms: ['bigint', ({ trade }) => trade.timestampMs],
  builder_fee: ['bigint', ({ builderFee }) => builderFee],
  quantity: ['integer', ({ trade }) => trade.quantity],
});

const ADD_REVENUE = {
  name: 'add_builder_revenue',
  text: `
  WITH side AS (SELECT ${SIDES.names} FROM ${SIDES.table}) ${ADD_SIDES}`,
};

export async function addRevenue(client: PoolClient, trades: readonly Trade[]): Promise<void> {
  const sides = trades.flatMap((trade): Side[] => [
    ...sideOf(trade, trade.builder, trade.builderFee),
    ...sideOf(trade, trade.makerBuilder, trade.makerBuilderFee),
  ]);
  if (sides.length > 0) await client.query({ ...ADD_REVENUE, values: SIDES.values(sides) });
}

const sideOf = (trade: Trade, keyId: Uint8Array | null, builderFee: number): Side[] =>
  keyId === null ? [] : [{ trade, keyId, builderFee }];
