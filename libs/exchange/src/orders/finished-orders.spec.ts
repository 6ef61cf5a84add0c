/**
 * Ended orders are linked in groups, when somebody looks for one or a group is full. Each must be found whenever it is
 * asked for, from the ring as it is and from its image, until the ring overwrites it.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import { FinishedOrders } from './finished-orders';
import { INTS_PER_ORDER, MARKET, NONCE, OrderPool, SIZE, WORDS_PER_ORDER } from './order-pool';

const CAPACITY = 1_000;
const OPEN_AT_A_TIME = 40;
const markets = {
  referenceTo: (market: number) => market,
  byReference: (market: number) => market,
};

/** Ends `count` orders, in another order than they were opened. Returns their ids as they ended. */
function endOrders(finished: FinishedOrders, count: number, random: Random): number[] {
  const orders = new OrderPool(OPEN_AT_A_TIME, OPEN_AT_A_TIME);
  const open = Array.from({ length: OPEN_AT_A_TIME }, () => orders.open());
  return Array.from({ length: count }, (_, index) => {
    const [order] = open.splice(random.index(open.length), 1);
    const id = orders.idOf(order!);
    orders.words[order! * WORDS_PER_ORDER + NONCE] = index;
    orders.ints[order! * INTS_PER_ORDER + MARKET] = 1;
    orders.ints[order! * INTS_PER_ORDER + SIZE] = index;
    finished.remember(orders, order!, 0);
    orders.close(order!);
    open.push(orders.open());
    return id;
  });
}

describe('finished orders', () => {
  it.each([1, 64, 65, 255, 256, 999, 1_000, 1_001, 1_255, 1_256, 1_300, 5_003])(
    'of %d ended, the last thousand are found, and no other',
    (count) => {
      const finished = new FinishedOrders(CAPACITY, markets);
      const ids = endOrders(finished, count, new Random(count));
      const restored = new FinishedOrders(CAPACITY, markets);
      restored.load(finished.image().slice(), finished.count);
      for (const ring of [finished, restored]) {
        const found = ids.map((id) => ring.find(id)?.nonce ?? null);
        const expected = ids.map((_, index) => (index < count - CAPACITY ? null : index));
        expect(found).toEqual(expected);
      }
      expect(restored.image()).toEqual(finished.image());
    },
  );

  it('have one image, whenever they were looked for', () => {
    const [asked, unasked] = [1, 2].map(() => new FinishedOrders(CAPACITY, markets));
    const remember = asked!.remember.bind(asked);
    asked!.remember = (orders, order, reason) => {
      remember(orders, order, reason);
      expect(asked!.find(orders.idOf(order))).not.toBeNull();
    };
    endOrders(asked!, 3_333, new Random(7));
    endOrders(unasked!, 3_333, new Random(7));
    expect(asked!.image()).toEqual(unasked!.image());
  });
});
