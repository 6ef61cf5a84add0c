import type { Accounts } from '../accounts/accounts';
import type { Locks } from '../accounts/locks';
import type { Audit } from '../invariants/audit';
import type { PriceLadder } from '../markets/price-ladder';
import { ACCOUNT, FILLED, MARKET, OPEN, SIZE, WORD } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { outcomeOf } from '../orders/order-word';
import { reasonIndex } from './order-ends';
import type { OrderEnds } from './order-ends';

const REDUCE_ONLY = reasonIndex('reduce_only');

/** An order that gave way: one that is still open, or its end. */
export type GaveWay =
  | { readonly record: number }
  | {
      readonly orderId: number;
      readonly account: number;
      readonly market: number;
      readonly filledSize: number;
      readonly cancelledSize: number;
      readonly releasedMicroUsdc: number;
    };

/**
 * After the fills of a walk, and before the rest of its order comes to rest: where the reduce-only buys of a position
 * are more than its holder has left to reduce, the newest gives way first, whole or in part. The walk passed orders
 * whose holder had nothing left, so the rest may lie beyond their prices: they must go before it.
 *
 * Only a fill changes what is left: pairs that are redeemed leave the difference as it is, and the end of a market ends
 * its orders. Cost: O(positions filled that have such orders).
 */
export class GivingWay {
  readonly orders: GaveWay[] = [];

  constructor(
    private readonly pool: OrderPool,
    private readonly accounts: Accounts,
    private readonly locks: Locks,
    private readonly ladder: PriceLadder,
    private readonly ends: OrderEnds,
    private readonly audit: Audit,
  ) {}

  begin(): void {
    if (this.orders.length > 0) this.orders.length = 0;
  }

  /** @param reduced positions with reduce-only buys that were filled */
  run(reduced: ReadonlySet<number>): void {
    if (reduced.size === 0) return;
    for (const position of reduced) this.trim(position);
  }

  /** A resting order keeps its place with `open` contracts, at most as many as now. */
  reduceTo(record: number, open: number): void {
    const { pool } = this;
    this.locks.release(record);
    this.ladder.reduce(record, pool.int(record, OPEN) - open);
    pool.setInt(record, OPEN, open);
    pool.setInt(record, SIZE, pool.int(record, FILLED) + open);
    this.locks.lock(record);
    this.audit.account(pool.int(record, ACCOUNT));
  }

  private trim(position: number): void {
    const { pool } = this;
    const { positions, openOrders } = this.accounts;
    const { reduceOnlyBuys } = openOrders;
    let newest = reduceOnlyBuys.of(position).at(-1);
    if (newest === undefined) return;
    const outcome = outcomeOf(pool.int(newest, WORD));
    let excess = reduceOnlyBuys.contracts(position) - positions.reducible(position, outcome);
    while (excess > 0 && newest !== undefined) {
      const open = pool.int(newest, OPEN);
      if (open > excess) {
        this.reduceTo(newest, open - excess);
        this.orders.push({ record: newest });
        return;
      }
      this.cancel(newest);
      excess -= open;
      newest = reduceOnlyBuys.of(position).at(-1);
    }
  }

  private cancel(record: number): void {
    const { pool } = this;
    const account = pool.int(record, ACCOUNT);
    this.orders.push({
      orderId: pool.idOf(record),
      account,
      market: pool.int(record, MARKET),
      filledSize: pool.int(record, FILLED),
      cancelledSize: pool.int(record, OPEN),
      releasedMicroUsdc: this.ends.cancel(record, REDUCE_ONLY),
    });
    this.audit.account(account);
  }
}
