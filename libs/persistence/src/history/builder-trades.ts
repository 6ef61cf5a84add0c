/** What an API key's users traded: the ids of a page, and the sums over everything that matches. */
import { bytesColumn, toNumber } from '../column-values';
import type { PrismaClient } from '../generated/client';
import { rowsToRead } from '../page';
import type { PageRequest } from '../page';
import { END_OF_TIME_SECONDS, cutIntoBuckets } from './time-range';
import type { BucketRange, TimeRange } from './time-range';

/** `fromSeconds` inclusive, `toSeconds` exclusive, Unix seconds. */
export interface BuilderTradesFilter {
  readonly marketId?: Uint8Array | undefined;
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
}

export interface BuilderTotals {
  readonly totalBuilderFees: number;
  readonly totalProtocolFees: number;
}

/** Newest first, one more than the page shows. */
export async function matchingTradeIds(
  prisma: PrismaClient,
  keyId: Uint8Array,
  filter: BuilderTradesFilter,
  page: PageRequest,
): Promise<bigint[]> {
  const ids = await tradeIdsWithin(prisma, timeRangeOf(filter));
  const lt = page.before === undefined ? ids.lt : smaller(ids.lt, BigInt(page.before));
  const rows = await prisma.builderTrade.findMany({
    where: { ...scopeOf(keyId, filter), tradeId: { gte: ids.gte, lt } },
    orderBy: { tradeId: 'desc' },
    take: rowsToRead(page),
    select: { tradeId: true },
  });
  return rows.map((row) => row.tradeId);
}

/** Whole days and minutes from their kept sums, so that the cost grows with days and not with trades. */
export async function builderTotals(
  prisma: PrismaClient,
  keyId: Uint8Array,
  filter: BuilderTradesFilter,
): Promise<BuilderTotals> {
  const { buckets, rests } = cutIntoBuckets(timeRangeOf(filter));
  const sums = await Promise.all([
    ...buckets.map((range) => sumOfBuckets(prisma, keyId, filter, range)),
    ...rests.map((rest) => sumOfTrades(prisma, scopeOf(keyId, filter), rest)),
  ]);
  const total = (field: 'builderFee' | 'protocolFee') =>
    toNumber(sums.reduce((sum, { _sum }) => sum + (_sum[field] ?? 0n), 0n));
  return { totalBuilderFees: total('builderFee'), totalProtocolFees: total('protocolFee') };
}

interface Scope {
  readonly keyId: Uint8Array<ArrayBuffer>;
  readonly marketId?: Uint8Array<ArrayBuffer>;
}

const scopeOf = (keyId: Uint8Array, { marketId }: BuilderTradesFilter): Scope => ({
  keyId: bytesColumn(keyId),
  ...(marketId === undefined ? {} : { marketId: bytesColumn(marketId) }),
});

const timeRangeOf = ({ fromSeconds, toSeconds }: BuilderTradesFilter): TimeRange => ({
  from: Math.min(fromSeconds ?? 0, END_OF_TIME_SECONDS),
  to: Math.min(toSeconds ?? END_OF_TIME_SECONDS, END_OF_TIME_SECONDS),
});

const SUMS = { builderFee: true, protocolFee: true } as const;
/** Sums of all markets together have rows of their own. */
const ALL_MARKETS = new Uint8Array(0);

const sumOfBuckets = (
  prisma: PrismaClient,
  keyId: Uint8Array,
  { marketId = ALL_MARKETS }: BuilderTradesFilter,
  { intervalSeconds, from, to }: BucketRange,
) =>
  prisma.builderSum.aggregate({
    where: {
      keyId: bytesColumn(keyId),
      marketId: bytesColumn(marketId),
      intervalSeconds,
      timeSeconds: { gte: from, lt: to },
    },
    _sum: SUMS,
  });

async function sumOfTrades(prisma: PrismaClient, scope: Scope, range: TimeRange) {
  const tradeId = await tradeIdsWithin(prisma, range);
  return prisma.builderTrade.aggregate({ where: { ...scope, tradeId }, _sum: SUMS });
}

/** Trade ids rise with time, so a range of one is a range of the other. */
async function tradeIdsWithin(
  prisma: PrismaClient,
  { from, to }: TimeRange,
): Promise<{ readonly gte: bigint; readonly lt: bigint }> {
  const [gte, lt] = await Promise.all([
    from === 0 ? 0n : firstTradeIdAt(prisma, from),
    to === END_OF_TIME_SECONDS ? AFTER_ALL_TRADES : firstTradeIdAt(prisma, to),
  ]);
  return { gte, lt };
}

const AFTER_ALL_TRADES = BigInt(Number.MAX_SAFE_INTEGER) + 1n;

async function firstTradeIdAt(prisma: PrismaClient, timeSeconds: number): Promise<bigint> {
  const first = await prisma.trade.findFirst({
    where: { timestampMs: { gte: timeSeconds * 1_000 } },
    orderBy: [{ timestampMs: 'asc' }, { tradeId: 'asc' }],
    select: { tradeId: true },
  });
  return first?.tradeId ?? AFTER_ALL_TRADES;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
