import type { Fill } from '@bellwether/exchange';
import { bytesColumn, toBytes, toBytesOrNull, toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { PrismaClient, Trade as TradeRow } from '../generated/client';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { builderTotals, matchingTradeIds } from './builder-trades';
import type { BuilderTradesFilter } from './builder-trades';

/** A fill with its place in history. Money in micro-USDC, `quantity` in contracts, prices in bp. */
export interface Trade extends Fill {
  readonly marketId: Uint8Array;
  readonly seq: number;
  readonly timestampMs: number;
}

/** The totals are those of all trades that match the filter, not of the page. */
export interface BuilderTrades extends Page<Trade> {
  /** Builder fees paid by the key's own users, as taker and as maker, in micro-USDC. */
  readonly totalBuilderFees: number;
  /** Taker fees of the trades, in micro-USDC. */
  readonly totalProtocolFees: number;
  /** Users linked with the key, whether they traded or not. */
  readonly userCount: number;
}

/**
 * Trades, newest first; every `before` is a trade id. A page costs the same at any depth: the ids come from one index,
 * then their rows. All methods: CodedError HISTORY_UNAVAILABLE where PostgreSQL does not answer.
 */
export class TradeHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async ofMarket(marketId: Uint8Array, page: PageRequest): Promise<Page<Trade>> {
    const rows = await this.connections.query((prisma) =>
      prisma.trade.findMany({
        where: {
          marketId: bytesColumn(marketId),
          ...(page.before === undefined ? {} : { tradeId: { lt: page.before } }),
        },
        orderBy: { tradeId: 'desc' },
        take: rowsToRead(page),
      }),
    );
    return pageOf(rows.map(tradeOf), page);
  }

  /** A user's trades in all markets, as taker or as maker. */
  async ofUser(user: Uint8Array, page: PageRequest): Promise<Page<Trade>> {
    const key = bytesColumn(user);
    const before = page.before ?? Number.MAX_SAFE_INTEGER;
    const take = rowsToRead(page);
    const trades = await this.connections.query(async (prisma) => {
      // Nobody is both sides of a trade: the two scans share no row.
      const found = await prisma.$queryRaw<{ trade_id: bigint }[]>`
        (SELECT trade_id FROM trades WHERE taker = ${key} AND trade_id < ${before}
         ORDER BY trade_id DESC LIMIT ${take})
        UNION ALL
        (SELECT trade_id FROM trades WHERE maker = ${key} AND trade_id < ${before}
         ORDER BY trade_id DESC LIMIT ${take})
        ORDER BY trade_id DESC LIMIT ${take}`;
      return tradesByIds(
        prisma,
        found.map((row) => row.trade_id),
      );
    });
    return pageOf(trades, page);
  }

  /** The trades in which a user linked with this API key took part. An unknown key has none. */
  async ofBuilderKey(
    keyId: Uint8Array,
    filter: BuilderTradesFilter,
    page: PageRequest,
  ): Promise<BuilderTrades> {
    return this.connections.query(async (prisma) => {
      const [key, totals, ids] = await Promise.all([
        prisma.apiKey.findUnique({
          where: { keyId: bytesColumn(keyId) },
          select: { userCount: true },
        }),
        builderTotals(prisma, keyId, filter),
        matchingTradeIds(prisma, keyId, filter, page),
      ]);
      const trades = await tradesByIds(prisma, ids);
      return { ...pageOf(trades, page), ...totals, userCount: key?.userCount ?? 0 };
    });
  }
}

async function tradesByIds(prisma: PrismaClient, ids: bigint[]): Promise<Trade[]> {
  if (ids.length === 0) return [];
  const rows = await prisma.trade.findMany({
    where: { tradeId: { in: ids } },
    orderBy: { tradeId: 'desc' },
  });
  return rows.map(tradeOf);
}

const tradeOf = (row: TradeRow): Trade => ({
  ...row,
  tradeId: toNumber(row.tradeId),
  marketId: toBytes(row.marketId),
  takerFee: toNumber(row.takerFee),
  makerRebate: toNumber(row.makerRebate),
  builderFee: toNumber(row.builderFee),
  builder: toBytesOrNull(row.builder),
  makerBuilderFee: toNumber(row.makerBuilderFee),
  makerBuilder: toBytesOrNull(row.makerBuilder),
  maker: toBytes(row.maker),
  taker: toBytes(row.taker),
  makerOrderId: toNumber(row.makerOrderId),
  takerOrderId: toNumber(row.takerOrderId),
  seq: toNumber(row.seq),
  timestampMs: toNumber(row.timestampMs),
});
