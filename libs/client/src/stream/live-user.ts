import type {
  EndedOrder,
  FilledOrder,
  Order,
  UserBalance,
  UserPosition,
  UserSnapshot,
  UserUpdate,
} from '../generated/interface';
import { LiveView } from './live-view';
import type { ChannelHandle } from './live-view';

/** A user's live balance, positions and open orders. Updates also carry fills, refusals and payouts. */
export class LiveUser extends LiveView<UserSnapshot, UserUpdate> {
  readonly publicKey: string;
  private money: UserBalance | null = null;
  private readonly positionsByMarket = new Map<string, UserPosition>();
  private readonly ordersById = new Map<number, Order>();
  private hasAllOrders = false;
  private hasAllPositions = false;

  constructor(publicKey: string, line: ChannelHandle) {
    super(`user:${publicKey}`, line);
    this.publicKey = publicKey;
  }

  /** Null before the first snapshot. */
  get balance(): UserBalance | null {
    return this.money;
  }

  position(marketId: string): UserPosition | null {
    return this.positionsByMarket.get(marketId.toLowerCase()) ?? null;
  }

  /** Positions that are not all zeros. */
  get positions(): readonly UserPosition[] {
    return [...this.positionsByMarket.values()];
  }

  /** In order of placement. */
  get openOrders(): readonly Order[] {
    return [...this.ordersById.values()].toSorted((a, b) => a.seq - b.seq);
  }

  openOrder(orderId: number): Order | null {
    return this.ordersById.get(orderId) ?? null;
  }

  /** False if there were initially more open orders or positions than a snapshot holds. */
  get isComplete(): boolean {
    return this.hasAllOrders && this.hasAllPositions;
  }

  protected replace(snapshot: UserSnapshot): void {
    this.money = snapshot.balance;
    this.positionsByMarket.clear();
    for (const position of snapshot.positions) this.setPosition(position);
    this.ordersById.clear();
    for (const order of snapshot.orders) this.setOrder(order);
    this.hasAllOrders = !snapshot.has_more;
    this.hasAllPositions = !snapshot.more_positions;
  }

  protected merge(update: UserUpdate): void {
    this.money = update.balance ?? this.money;
    for (const position of update.positions ?? []) this.setPosition(position);
    for (const order of update.orders ?? []) this.mergeOrder(order);
  }

  private setPosition(position: UserPosition): void {
    const { market_id: marketId, yes_contracts: yes, no_contracts: no } = position;
    if (yes === 0 && no === 0) this.positionsByMarket.delete(marketId);
    else this.positionsByMarket.set(marketId, position);
  }

  private setOrder(order: Order): void {
    const isOpen = order.status === 'resting' || order.status === 'partially_filled';
    if (isOpen) this.ordersById.set(order.order_id, order);
    else this.ordersById.delete(order.order_id);
  }

  private mergeOrder(change: Order | FilledOrder | EndedOrder): void {
    if ('price' in change) return this.setOrder(change);
    const known = this.ordersById.get(change.order_id);
    if (known === undefined) return;
    const hasEnded = 'status' in change || change.filled >= known.size;
    if (hasEnded) this.ordersById.delete(change.order_id);
    else {
      const { filled } = change;
      const remaining = known.size - filled;
      this.ordersById.set(change.order_id, {
        ...known,
        filled,
        remaining,
        status: 'partially_filled',
      });
    }
  }
}
