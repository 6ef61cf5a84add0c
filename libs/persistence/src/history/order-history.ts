import type { NonceKind, OrderStatus, OrderView, Refusal } from '@bellwether/exchange';
import { ORDER_STATUSES } from '@bellwether/exchange';
import { bytesColumn, toBytes, toBytesOrNull, toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { Prisma } from '../generated/client';
import type { Order as OrderRow, PrismaClient, Refusal as RefusalRow } from '../generated/client';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { refusalOf } from './refusal-columns';

/** An order as history knows it. `seq` and `createdMs` are of its placing, `updatedMs` of its last change. */
export interface StoredOrder extends OrderView {
  readonly updatedMs: number;
}

/** A command that used up its nonce and was refused. */
export interface StoredRefusal {
  readonly user: Uint8Array;
  readonly nonceKind: NonceKind;
  readonly nonce: number;
  /** The API key it came through. */
  readonly builder: Uint8Array | null;
  readonly refusal: Refusal;
  readonly seq: number;
  readonly timestampMs: number;
}

export type NonceOutcome =
  | { readonly kind: 'order'; readonly order: StoredOrder }
  | { readonly kind: 'refused'; readonly refused: StoredRefusal };

export interface OrderFilter {
  /** `open` is `resting` and `partially_filled` together. */
  readonly status?: OrderStatus | 'open' | undefined;
  readonly marketId?: Uint8Array | undefined;
}

/**
 * Every accepted order, also those the engine has forgotten. All methods: CodedError HISTORY_UNAVAILABLE where
 * PostgreSQL does not answer.
 */
export class OrderHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** `null` where history has no such order of this user. */
  async byId(user: Uint8Array, orderId: number): Promise<StoredOrder | null> {
    const row = await this.connections.query((prisma) =>
      prisma.order.findUnique({ where: { orderId, user: bytesColumn(user) } }),
    );
    return row === null ? null : orderOf(row);
  }

  /** What became of an order nonce; `null` where history has neither an order nor a refusal under it. */
  async byNonce(user: Uint8Array, nonce: number): Promise<NonceOutcome | null> {
    const key = bytesColumn(user);
    return this.connections.query(async (prisma) => {
      const [order, refused] = await Promise.all([
        prisma.order.findUnique({ where: { user_nonce: { user: key, nonce } } }),
        prisma.refusal.findUnique({
          where: { user_nonceKind_nonce: { user: key, nonceKind: 'order', nonce } },
        }),
      ]);
      if (order !== null) return { kind: 'order', order: orderOf(order) };
      return refused === null ? null : { kind: 'refused', refused: refusedOf(refused) };
    });
  }

  /** Newest placed first; `before` is a placing seq. */
  async ofUser(
    user: Uint8Array,
    filter: OrderFilter,
    page: PageRequest,
  ): Promise<Page<StoredOrder>> {
    const rows = await this.connections.query(async (prisma) => {
      const ids = await newestOrderIds(prisma, user, filter, page);
      return prisma.order.findMany({ where: { orderId: { in: ids } }, orderBy: { seq: 'desc' } });
    });
    return pageOf(rows.map(orderOf), page);
  }
}

const statusesOf = (status: OrderFilter['status']): readonly OrderStatus[] => {
  if (status === undefined) return ORDER_STATUSES;
  return status === 'open' ? ['resting', 'partially_filled'] : [status];
};

/** One scan a status, each short: the index orders by status, then seq. */
async function newestOrderIds(
  prisma: PrismaClient,
  user: Uint8Array,
  filter: OrderFilter,
  page: PageRequest,
): Promise<bigint[]> {
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  const take = rowsToRead(page);
  const inMarket =
    filter.marketId === undefined
      ? Prisma.empty
      : Prisma.sql`AND market_id = ${bytesColumn(filter.marketId)}`;
  const scans = statusesOf(filter.status).map(
    (status) => Prisma.sql`(
      SELECT order_id, seq FROM orders
      WHERE user_key = ${bytesColumn(user)} ${inMarket}
        AND status = ${status}::order_status AND seq < ${before}
      ORDER BY seq DESC LIMIT ${take})`,
  );
  const rows = await prisma.$queryRaw<{ order_id: bigint }[]>`
    SELECT order_id FROM (${Prisma.join(scans, ' UNION ALL ')}) AS newest
    ORDER BY seq DESC LIMIT ${take}`;
  return rows.map((row) => row.order_id);
}

const orderOf = (row: OrderRow): StoredOrder => ({
  ...row,
  orderId: toNumber(row.orderId),
  user: toBytes(row.user),
  marketId: toBytes(row.marketId),
  builder: toBytesOrNull(row.builder),
  nonce: toNumber(row.nonce),
  seq: toNumber(row.seq),
  createdMs: toNumber(row.createdMs),
  updatedMs: toNumber(row.updatedMs),
});

const refusedOf = ({ code, details, ...row }: RefusalRow): StoredRefusal => ({
  ...row,
  user: toBytes(row.user),
  nonce: toNumber(row.nonce),
  builder: toBytesOrNull(row.builder),
  refusal: refusalOf(code, details),
  seq: toNumber(row.seq),
  timestampMs: toNumber(row.timestampMs),
});
