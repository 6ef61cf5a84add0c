import { describe, expect, it } from 'vitest';
import { incoming, signedCancel, signedOrder, testUser } from '../test/incoming';
import { OrderPace } from './order-pace';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const anOrder = incoming('order', signedOrder(alice, { marketId, nonce: 1 }));
const aCancel = incoming('cancel', signedCancel(bob, marketId, 1));
const order = () => ({ ...anOrder });
const cancel = () => ({ ...aCancel });

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
  readonly passes = (milliseconds: number): void => {
    this.nowMs += milliseconds;
  };
  private readonly waitingCancels: { cancel: ReturnType<typeof cancel>; atMs: number }[] = [];
  private waiting = 0;
  /** Of a line that was too long. */
  shed = 0;

  constructor(
    private readonly capacity: number,
    private readonly line: number,
  ) {}

  /** @returns orders carried out */
  second({ orders, cancels, cancelWaitsMs }: Second): number {
    let done = 0;
    for (let ms = 0; ms < 1_000; ms++) {
      this.nowMs++;
      for (let due = share(orders, ms); due > 0; due--) this.offer();
      for (let due = share(cancels, ms); due > 0; due--) {
        const one = cancel();
        this.pace.came(one);
        this.waitingCancels.push({ cancel: one, atMs: this.nowMs + cancelWaitsMs });
      }
      this.shedExcess();
      done += this.record(share(this.capacity, ms));
    }
    return done;
  }

  /** An order each millisecond. */
  readonly turnsAway = (milliseconds: number): void => {
    for (let ms = 0; ms < milliseconds; ms++) {
      this.nowMs++;
      if (this.pace.ordersDue >= 0) this.pace.turnedAway();
    }
  };

  private offer(): void {
    const { pace, line, waiting } = this;
    if (waiting < line && waiting < pace.longestLine) this.waiting++;
    else pace.turnedAway();
  }

  private shedExcess(): void {
    const excess = Math.max(0, this.waiting - this.pace.longestLine);
    this.waiting -= excess;
    this.shed += excess;
    if (excess > 0) this.pace.turnedAway();
  }

  private record(capacity: number): number {
    const count = Math.min(this.waiting, capacity, this.pace.ordersDue);
    const orders = Array.from({ length: count }, order);
    this.waiting -= count;
    this.pace.leftLine(count);
    const due = this.waitingCancels.filter(({ atMs }) => atMs <= this.nowMs);
    this.waitingCancels.splice(0, due.length);
    this.pace.recordBegins([...due.map((one) => one.cancel), ...orders]);
    return count;
  }
}

/** Evenly over a second. */
const share = (perSecond: number, ms: number): number =>
  Math.floor(((ms + 1) * perSecond) / 1_000) - Math.floor((ms * perSecond) / 1_000);

/** Where cancels have been late for as long as it takes to come to the slowest pace. */
function slowedWorld(): World {
  const world = new World(2_000, 100);
  world.second(soon);
  for (let second = 0; second < 3; second++) world.second(late);
  return world;
}

const flood = { orders: 20_000, cancels: 40 };
const late = { ...flood, cancelWaitsMs: 40 };
const soon = { ...flood, cancelWaitsMs: 5 };

describe('the pace of orders', () => {
  it('holds nothing back while cancels are soon, however many orders are turned away', () => {
    const world = new World(2_000, 100);
    for (let second = 0; second < 5; second++) {
      expect(world.second(soon)).toBe(2_000);
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
    for (let second = 0; second < 2; second++) {
      const done = world.second(late);
      expect(done).toBeGreaterThan(600);
      expect(done).toBeLessThan(700);
    }
  });

  it('lets orders come faster again when cancels are soon, and all of them when none is turned away', () => {
    const world = slowedWorld();
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
      world.pace.turnedAway();
      world.nowMs += 200;
      expect(world.pace.limitPerSecond).toBe(Infinity);
    }
  });

  it('is not misled by a line that fills up: thousands come in at once, and wait', () => {
    const world = new World(2_000, 4_096);
    world.second(late);
    for (let second = 0; second < 3; second++) world.second(late);
    expect(world.pace.limitPerSecond).toBeLessThan(700);
  });

  it('sheds a long line when it begins, and then the door turns away', () => {
    const world = new World(2_000, 4_096);
    for (let second = 0; second < 3; second++) world.second(late);
    expect(world.shed).toBeGreaterThan(3_000);
    const { shed } = world;
    world.second(late);
    expect(world.shed).toBe(shed);
  });

  it('is not misled by a disk that stands still for a moment', () => {
    const world = new World(2_000, 100);
    for (let second = 0; second < 3; second++) world.second(soon);
    const one = cancel();
    world.pace.came(one);
    // Its record begins at last, and takes a few orders along.
    world.turnsAway(2_150);
    world.pace.recordBegins([one, ...Array.from({ length: 32 }, order)]);
    world.turnsAway(150);
    expect(world.pace.limitPerSecond).toBeGreaterThan(600);
    expect(world.pace.limitPerSecond).toBeLessThan(2_000);
  });

  it('recalls nothing of a flood that ended long ago', () => {
    const world = slowedWorld();
    world.pace.turnedAway();
    world.nowMs += 3_600_000;
    expect(world.pace.ordersDue).toBe(Infinity);
    expect(world.pace.limitPerSecond).toBe(Infinity);
  });

  it('goes on as it was where fewer orders are of no use, and tries again after a minute', () => {
    const world = new World(2_000, 100);
    world.second(soon);
    const paced: boolean[] = [];
    for (let second = 0; second < 80; second++) {
      world.second(late);
      paced.push(world.pace.limitPerSecond < Infinity);
    }
    const freed = paced.indexOf(false, 3);
    expect(freed).toBeGreaterThan(4);
    expect(freed).toBeLessThan(12);
    expect(paced.slice(freed, freed + 59)).not.toContain(true);
    expect(paced.slice(freed + 60)).toContain(true);
  });

  it('lets orders leave their line in steps, and a quarter of a second of them wait', () => {
    const { pace, passes } = slowedWorld();
    pace.leftLine(pace.ordersDue);
    const due: number[] = [];
    for (let ms = 0; ms < 100; ms++) {
      passes(1);
      pace.turnedAway();
      due.push(pace.ordersDue);
      pace.leftLine(pace.ordersDue);
    }
    const steps = due.filter((count) => count > 0);
    expect(steps).toHaveLength(5);
    for (const step of steps) expect(step).toBeCloseTo(pace.limitPerSecond / 50, -1);
    expect(pace.longestLine).toBe(Math.ceil(pace.limitPerSecond / 4));
  });

  it('does not hold back bursts that come a moment apart', () => {
    const { pace, passes } = slowedWorld();
    passes(250);
    for (let one = 0; one < 50; one++) {
      expect([pace.ordersDue, pace.longestLine]).toEqual([Infinity, Infinity]);
      pace.leftLine(1);
    }
  });

  it('has room for an order in place of each that a check turns away', () => {
    const { pace } = slowedWorld();
    pace.leftLine(pace.ordersDue);
    pace.failedCheck(cancel());
    expect(pace.ordersDue).toBe(0);
    pace.failedCheck(order());
    expect(pace.ordersDue).toBe(1);
  });

  it('has no more room by many that checks turn away than for a burst', () => {
    const { pace } = slowedWorld();
    for (let one = 0; one < 500; one++) pace.failedCheck(order());
    expect(pace.ordersDue).toBeLessThan(50);
  });

  it('lets no order go in the moment in which it begins', () => {
    const world = new World(2_000, 100);
    world.second(soon);
    const one = cancel();
    world.pace.came(one);
    world.turnsAway(199);
    world.pace.recordBegins([one]);
    world.turnsAway(10);
    expect(world.pace.limitPerSecond).toBeLessThan(Infinity);
    expect(world.pace.ordersDue).toBe(0);
  });

  it('holds nothing back at a stop', () => {
    const { pace, turnsAway } = slowedWorld();
    pace.end();
    for (let second = 0; second < 3; second++) {
      turnsAway(1_000);
      expect([pace.ordersDue, pace.longestLine]).toEqual([Infinity, Infinity]);
    }
  });

  it('has no burst in store after a pause', () => {
    const { pace, passes } = slowedWorld();
    pace.turnedAway();
    passes(100);
    expect(pace.ordersDue).toBeLessThan(50);
  });
});
