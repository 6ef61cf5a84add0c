import { describe, expect, it } from '@jest/globals';
import { incoming, signedCancel, signedOrder, testUser } from '../test/incoming';
import { OrderPace } from './order-pace';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const order = () => incoming('order', signedOrder(alice, { marketId, nonce: 1 }));
const cancel = () => incoming('cancel', signedCancel(bob, marketId, 1));

interface Second {
  readonly orders: number;
  readonly cancels: number;
  /** From a cancel's coming to its record. */
  readonly cancelWaitsMs: number;
}

/** An engine that carries out what it takes in, `capacity` orders a second at most, by a clock of whole milliseconds. */
class World {
  nowMs = 0;
  readonly pace = new OrderPace(() => this.nowMs);
  private readonly waitingCancels: { cancel: ReturnType<typeof cancel>; atMs: number }[] = [];
  private waiting = 0;

  constructor(
    private readonly capacity: number,
    private readonly line: number,
  ) {}

  /** @returns orders taken in */
  second({ orders, cancels, cancelWaitsMs }: Second): number {
    let taken = 0;
    for (let ms = 0; ms < 1_000; ms++) {
      this.nowMs++;
      for (let due = share(orders, ms); due > 0; due--) if (this.offer()) taken++;
      for (let due = share(cancels, ms); due > 0; due--) {
        const one = cancel();
        this.pace.came(one);
        this.waitingCancels.push({ cancel: one, atMs: this.nowMs + cancelWaitsMs });
      }
      this.record(share(this.capacity, ms));
    }
    return taken;
  }

  private offer(): boolean {
    if (this.pace.isOpen() && this.waiting < this.line) {
      this.pace.came(order());
      this.waiting++;
      return true;
    }
    this.pace.orderTurnedAway();
    return false;
  }

  private record(room: number): void {
    const orders = Array.from({ length: Math.min(this.waiting, room) }, order);
    this.waiting -= orders.length;
    const due = this.waitingCancels.filter(({ atMs }) => atMs <= this.nowMs);
    this.waitingCancels.splice(0, due.length);
    this.pace.recordBegins([...due.map((one) => one.cancel), ...orders]);
  }
}

/** Evenly over a second. */
const share = (perSecond: number, ms: number): number =>
  Math.floor(((ms + 1) * perSecond) / 1_000) - Math.floor((ms * perSecond) / 1_000);

const flood = { orders: 20_000, cancels: 40 };
const late = { ...flood, cancelWaitsMs: 40 };
const soon = { ...flood, cancelWaitsMs: 5 };

describe('the pace of orders', () => {
  it('holds nothing back while cancels are soon, however many orders are turned away', () => {
    const world = new World(2_000, 100);
    for (let second = 0; second < 5; second++) {
      expect(world.second(soon)).toBeGreaterThanOrEqual(2_000);
      expect(world.pace.limitPerSecond).toBe(Infinity);
    }
  });

  it('holds nothing back where no order is turned away, however late cancels are', () => {
    const world = new World(2_000, 4_096);
    for (let second = 0; second < 5; second++) {
      expect(world.second({ orders: 1_900, cancels: 40, cancelWaitsMs: 500 })).toBe(1_900);
      expect(world.pace.limitPerSecond).toBe(Infinity);
    }
  });

  it('slows orders while cancels are late, to a third of what was carried out', () => {
    const world = new World(2_000, 100);
    world.second(soon);
    world.second(late);
    expect(world.second(late)).toBeLessThan(1_300);
    for (let second = 0; second < 5; second++) {
      const taken = world.second(late);
      expect(taken).toBeGreaterThan(600);
      expect(taken).toBeLessThan(700);
    }
  });

  it('lets orders come faster again when cancels are soon, and all of them when none is turned away', () => {
    const world = new World(2_000, 100);
    world.second(soon);
    for (let second = 0; second < 5; second++) world.second(late);
    const slowest = world.pace.limitPerSecond;
    let before = slowest;
    for (let second = 0; second < 4; second++) {
      world.second(soon);
      expect(world.pace.limitPerSecond).toBeGreaterThan(before * 1.2);
      before = world.pace.limitPerSecond;
    }
    world.second({ orders: 500, cancels: 40, cancelWaitsMs: 5 });
    expect(world.pace.limitPerSecond).toBe(Infinity);
  });

  it('takes one late cancel of many for no reason', () => {
    const world = new World(2_000, 100);
    world.second(soon);
    for (let window = 0; window < 10; window++) {
      const one = cancel();
      world.pace.came(one);
      world.nowMs += 50;
      world.pace.recordBegins([one]);
      const many = Array.from({ length: 30 }, cancel);
      for (const another of many) world.pace.came(another);
      world.pace.recordBegins(many);
      world.pace.orderTurnedAway();
      world.nowMs += 200;
      world.pace.isOpen();
    }
    expect(world.pace.limitPerSecond).toBe(Infinity);
  });

  it('is not misled by a line that fills up: thousands come in at once, and few are carried out', () => {
    const world = new World(2_000, 4_096);
    world.second(late);
    for (let second = 0; second < 9; second++) world.second(late);
    expect(world.pace.limitPerSecond).toBeLessThan(700);
  });

  it('has no burst in store after a pause', () => {
    const world = new World(2_000, 100);
    world.second(soon);
    for (let second = 0; second < 5; second++) world.second(late);
    world.pace.orderTurnedAway();
    world.nowMs += 100;
    let burst = 0;
    for (; world.pace.isOpen(); burst++) world.pace.came(order());
    expect(burst).toBeLessThan(50);
  });
});
