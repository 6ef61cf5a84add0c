/** What an API key's users traded: the ids of a page, and the sums over everything that matches. */
import { bytesColumn, toNumber } from '../column-values';
import type { PrismaClient } from '../generated/client';
import { rowsToRead } from '../page';
import type { PageRequest } from '../page';
import { END_OF_TIME_MS, cutIntoDays } from './time-range';
import type { DayRange, TimeRange } from './time-range';

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

/** Whole days from their kept sums, so that the cost grows with days and not with trades. */
export async function builderTotals(
  prisma: PrismaClient,
  keyId: Uint8Array,
  filter: BuilderTradesFilter,
): Promise<BuilderTotals> {
  const scope = scopeOf(keyId, filter);
  const { days, rests } = cutIntoDays(timeRangeOf(filter));
  const sums = await Promise.all([
    ...(days === null ? [] : [sumOfDays(prisma, scope, days)]),
    ...rests.map((rest) => sumOfTrades(prisma, scope, rest)),
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
  fromMs: fromSeconds === undefined ? 0 : Math.min(fromSeconds * 1_000, END_OF_TIME_MS),
  toMs: toSeconds === undefined ? END_OF_TIME_MS : Math.min(toSeconds * 1_000, END_OF_TIME_MS),
});

const SUMS = { builderFee: true, protocolFee: true } as const;

const sumOfDays = (prisma: PrismaClient, scope: Scope, { firstDay, endDay }: DayRange) =>
  prisma.builderDay.aggregate({
    where: { ...scope, day: { gte: firstDay, lt: endDay } },
    _sum: SUMS,
  });

async function sumOfTrades(prisma: PrismaClient, scope: Scope, range: TimeRange) {
  const tradeId = await tradeIdsWithin(prisma, range);
  return prisma.builderTrade.aggregate({ where: { ...scope, tradeId }, _sum: SUMS });
}

/** Trade ids rise with time, so a range of one is a range of the other. */
async function tradeIdsWithin(
  prisma: PrismaClient,
  { fromMs, toMs }: TimeRange,
): Promise<{ readonly gte: bigint; readonly lt: bigint }> {
  const [gte, lt] = await Promise.all([
    fromMs === 0 ? 0n : firstTradeIdAt(prisma, fromMs),
    toMs === END_OF_TIME_MS ? AFTER_ALL_TRADES : firstTradeIdAt(prisma, toMs),
  ]);
  return { gte, lt };
}

const AFTER_ALL_TRADES = BigInt(Number.MAX_SAFE_INTEGER) + 1n;

async function firstTradeIdAt(prisma: PrismaClient, timeMs: number): Promise<bigint> {
  const first = await prisma.trade.findFirst({
    where: { timestampMs: { gte: timeMs } },
    orderBy: [{ timestampMs: 'asc' }, { tradeId: 'asc' }],
    select: { tradeId: true },
  });
  return first?.tradeId ?? AFTER_ALL_TRADES;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
