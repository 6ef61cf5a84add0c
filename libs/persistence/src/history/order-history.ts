import type { OrderStatus, OrderView, Refusal } from '@bellwether/exchange';
import { ORDER_STATUSES } from '@bellwether/exchange';
import { bytesColumn, recordOf } from '../column-values';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { Refusal as RefusalRow } from '../generated/client';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { refusalOf } from './refusal-columns';

/** An order as stored in history. `seq` and `createdMs` are of its placing, `updatedMs` of its last change. */
export interface StoredOrder extends OrderView {
  readonly updatedMs: number;
}

/** A command that used its nonce and was refused. */
export type StoredRefusal = Omit<Records['Refusal'], 'code' | 'details'> & {
  readonly refusal: Refusal;
};

/** Pairs of contracts that were redeemed. */
export type StoredRedemption = Records['Redemption'];

/** A challenge of a proposed result, as its answer has it. */
export type StoredChallenge = Pick<
  Records['CaseChallenge'],
  'caseId' | 'challengeId' | 'timestampMs'
> & {
  readonly seq: number;
};

/** `order`: placed or changed with the nonce, as it is now. */
export type NonceOutcome =
  | { readonly kind: 'order'; readonly order: StoredOrder }
  | { readonly kind: 'redeemed'; readonly redemption: StoredRedemption }
  | { readonly kind: 'challenged'; readonly challenge: StoredChallenge }
  | { readonly kind: 'refused'; readonly refused: StoredRefusal };

export interface OrderFilter {
  /** `open` means `resting` and `partially_filled` together. */
  readonly status?: OrderStatus | 'open' | undefined;
  readonly marketId?: Uint8Array | undefined;
}

/**
 * All accepted orders, including those the engine has dropped. All methods throw CodedError HISTORY_UNAVAILABLE if
 * PostgreSQL does not answer.
 */
export class OrderHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** `null` if history has no such order of this user. */
  async byId(user: Uint8Array, orderId: number): Promise<StoredOrder | null> {
    const row = await this.connections.query((prisma) =>
      prisma.order.findUnique({ where: { orderId, user: bytesColumn(user) } }),
    );
    return row && recordOf(row);
  }

  /** The outcome of an order nonce; `null` if history has nothing that used it. */
  async byNonce(user: Uint8Array, nonce: number): Promise<NonceOutcome | null> {
    const key = bytesColumn(user);
    return this.connections.query(async (prisma) => {
      const user_nonce = { user: key, nonce };
      const [order, refused, amendment, redemption, challenge] = await Promise.all([
        prisma.order.findUnique({ where: { user_nonce } }),
        prisma.refusal.findUnique({
          where: { user_nonceKind_nonce: { user: key, nonceKind: 'order', nonce } },
        }),
        prisma.amendment.findUnique({ where: { user_nonce }, select: { orderId: true } }),
        prisma.redemption.findUnique({ where: { user_nonce } }),
        prisma.caseChallenge.findUnique({ where: { user_nonce }, select: CHALLENGE }),
      ]);
      if (order !== null) return { kind: 'order', order: recordOf(order) };
      if (refused !== null) return { kind: 'refused', refused: refusedOf(refused) };
      if (redemption !== null) return { kind: 'redeemed', redemption: recordOf(redemption) };
      if (challenge !== null) {
        const made = recordOf(challenge);
        return { kind: 'challenged', challenge: { ...made, seq: made.challengeId } };
      }
      if (amendment === null) return null;
      const { orderId } = amendment;
      const amended = await prisma.order.findUnique({ where: { orderId } });
      return amended === null ? null : { kind: 'order', order: recordOf(amended) };
    });
  }

  /** Newest placed first; `before` is the seq of a placing. */
  async ofUser(
    user: Uint8Array,
    filter: OrderFilter,
    page: PageRequest,
  ): Promise<Page<StoredOrder>> {
    const rows = await this.connections.rows<StoredOrder>(newestOrders(filter), [
      user,
      page.before ?? Number.MAX_SAFE_INTEGER,
      rowsToRead(page),
      ...(filter.marketId === undefined ? [] : [filter.marketId]),
    ]);
    return pageOf(rows, page);
  }
}

const statusesOf = (status: OrderFilter['status']): readonly OrderStatus[] => {
  if (status === undefined) return ORDER_STATUSES;
  return status === 'open' ? ['resting', 'partially_filled'] : [status];
};

const CHALLENGE = { caseId: true, challengeId: true, timestampMs: true } as const;
const ORDER_FIELDS = fieldsOf('Order');

/** One short scan per status: the index orders by status, then seq. */
function newestOrders({ status, marketId }: OrderFilter): string {
  const inMarket = marketId === undefined ? '' : 'AND market_id = $4';
  const scans = statusesOf(status).map(
    (
      one,
    ) => `(SELECT * FROM orders WHERE user_key = $1 ${inMarket} AND status = '${one}' AND seq < $2
      ORDER BY seq DESC LIMIT $3)`,
  );
  return `SELECT ${ORDER_FIELDS} FROM (${scans.join(' UNION ALL ')}) AS newest ORDER BY seq DESC LIMIT $3`;
}

const refusedOf = ({ code, details, ...row }: RefusalRow): StoredRefusal => ({
  ...recordOf(row),
  refusal: refusalOf(code, details),
});
