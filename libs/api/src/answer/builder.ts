/** Answers of the signer's endpoints that are not orders, and of the key administration. */
import { presentTrade } from './fill';
import type { HistoricalFill } from './fill';
import { presentUser, unixSecondsOf, unixSecondsOrNull } from './units';
import { pageEnd } from '../cursor';

export const presentKeypair = (userId: string, publicKey: Uint8Array) => ({
  user_id: userId,
  public_key: presentUser(publicKey),
});

/** Totals in micro-USDC over all trades that match the filter, not the page. */
export interface BuilderTradesPage {
  readonly items: readonly HistoricalFill[];
  readonly hasMore: boolean;
  readonly totalBuilderFees: number;
  readonly totalProtocolFees: number;
  readonly userCount: number;
}

export const presentBuilderTrades = (page: BuilderTradesPage) => ({
  ...presentTrades(page),
  total_builder_fees: page.totalBuilderFees,
  total_protocol_fees: page.totalProtocolFees,
  user_count: page.userCount,
});

/** A page of trades, newest first, with the cursor of the next. */
export function presentTrades(page: {
  readonly items: readonly HistoricalFill[];
  readonly hasMore: boolean;
}) {
  const last = page.items.at(-1);
  const lastKey = page.hasMore && last !== undefined ? last.tradeId : null;
  return { trades: page.items.map(presentTrade), ...pageEnd('trade', lastKey) };
}

/** A key as the signer describes it: nothing of it is secret. Times in Unix milliseconds, null: never. */
export interface DescribedKey {
  readonly keyId: string;
  readonly builderId: string;
  readonly builderName: string;
  readonly scopes: readonly string[];
  readonly maxFeeBps: number;
  readonly ordersPerSecond: number;
  /** 0 without the scope `withdraw`. */
  readonly dailyOutflowMicroUsdc: number;
  readonly generation: number;
  readonly userCount: number;
  readonly createdMs: number;
  readonly lastUsedMs: number | null;
  readonly rotatedMs: number | null;
  readonly revokedMs: number | null;
}

export const presentKey = (key: DescribedKey) => ({
  key_id: key.keyId,
  builder_id: key.builderId,
  builder_name: key.builderName,
  scopes: key.scopes,
  max_fee_bps: key.maxFeeBps,
  orders_per_second: key.ordersPerSecond,
  daily_outflow_micro_usdc: key.dailyOutflowMicroUsdc,
  generation: key.generation,
  user_count: key.userCount,
  created_at: unixSecondsOf(key.createdMs),
  last_used_at: unixSecondsOrNull(key.lastUsedMs),
  rotated_at: unixSecondsOrNull(key.rotatedMs),
  revoked_at: unixSecondsOrNull(key.revokedMs),
});
