import { describe, expect, it } from 'vitest';
import { CommandGroup } from '@bellwether/bus';
import {
  incoming,
  signedAmend,
  signedCancel,
  signedCancelAll,
  signedFullOrder,
  signedOrder,
  testUser,
} from '../../test/incoming';
import type { TestIncoming } from '../../test/incoming';
import { MAX_ORDER_AGE_MS } from '../limits';
import { Ingress } from './ingress';
import type { Room } from './room';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const order = (user = alice, nonce = 1) =>
  incoming('order', signedOrder(user, { marketId, nonce }));
const delegated = (user = alice) => incoming('builder', signedOrder(user, { marketId, nonce: 1 }));
const cancel = (user = alice) => incoming('cancel', signedCancel(user, marketId, 5));
const cancelAll = (user = alice) => incoming('cancel', signedCancelAll(user, 1));
const halt = () => incoming('admin', { kind: 'set_mode', mode: 'halted' });

function groupOf(hasOrders: boolean, ...commands: TestIncoming[]): TestIncoming[] {
  const of = new CommandGroup(commands.length, () => undefined, hasOrders);
  return commands.map((command, index) => ({ ...command, group: { of, index } }));
}

const pushed = (ingress: Ingress, ...commands: TestIncoming[]): boolean[] =>
  commands.map((command) => ingress.push(command, 0));
/** Nothing has aged. */
function pulled(ingress: Ingress, count: number, room: Room = { orders: count, urgent: count }) {
  const { commands, aged } = ingress.pull(count, room, MAX_ORDER_AGE_MS);
  expect(aged).toEqual([]);
  return commands;
}

describe('the ingress', () => {
  it('gives orders in order of arrival, whichever lane they came on', () => {
    const ingress = new Ingress();
    const commands = [order(), delegated(), order(bob), order(alice, 2)];
    pushed(ingress, ...commands);
    expect(pulled(ingress, 10)).toEqual(commands);
    expect(ingress.waiting).toBe(0);
  });

  it('lets cancels, admin and funding go before orders', () => {
    const ingress = new Ingress();
    const [first, second, third, fourth] = [order(), cancel(bob), halt(), order(bob)];
    pushed(ingress, first, second, third, fourth);
    expect(pulled(ingress, 10)).toEqual([second, third, first, fourth]);
  });

  it('leaves orders a share of each slice', () => {
    const ingress = new Ingress();
    const cancels = Array.from({ length: 20 }, () => cancel(bob));
    const orders = [order(), order(), order()];
    pushed(ingress, ...orders, ...cancels);
    expect(pulled(ingress, 8)).toEqual([...cancels.slice(0, 6), ...orders.slice(0, 2)]);
    expect(pulled(ingress, 8)).toEqual([...cancels.slice(6, 12), orders[2]]);
    expect(pulled(ingress, 8)).toEqual(cancels.slice(12, 20));
  });

  it('never lets a cancel-all overtake orders of its own user, though it overtakes those of others', () => {
    const ingress = new Ingress();
    const [own, ownCancelAll, others, othersSingle] = [
      order(),
      cancelAll(),
      cancelAll(bob),
      cancel(),
    ];
    pushed(ingress, own, ownCancelAll, others, othersSingle);
    expect(pulled(ingress, 10)).toEqual([others, othersSingle, own, ownCancelAll]);
    // The order was taken, so the next cancel-all waits for nothing.
    const [later, again] = [order(bob), cancelAll()];
    pushed(ingress, later, again);
    expect(pulled(ingress, 10)).toEqual([again, later]);
  });

  it('knows every command of a user that may place an order, whatever its form', () => {
    const full = incoming('order', signedFullOrder(alice, { marketId, nonce: 1 }));
    const amend = incoming('order', signedAmend(alice, { marketId, orderId: 1, nonce: 2 }));
    for (const own of [full, amend]) {
      const ingress = new Ingress();
      const ownCancelAll = cancelAll();
      pushed(ingress, own, ownCancelAll);
      expect(pulled(ingress, 10)).toEqual([own, ownCancelAll]);
    }
  });

  it('never lets a cancel-all overtake one of the same user that still waits', () => {
    const ingress = new Ingress();
    const [own, first, second] = [order(), cancelAll(), cancelAll()];
    pushed(ingress, own, first);
    expect(pulled(ingress, 1)).toEqual([own]);
    pushed(ingress, second);
    expect(pulled(ingress, 10)).toEqual([first, second]);
  });

  it('lets no cancel-all overtake a group with an order of its user that leaves in parts', () => {
    const ingress = new Ingress();
    const group = groupOf(true, order(), order(bob), cancel(bob));
    pushed(ingress, ...group);
    expect(pulled(ingress, 1)).toEqual([group[0]]);
    const [own, later, stranger] = [cancelAll(), order(alice, 2), cancelAll(testUser(3))];
    pushed(ingress, own, later, stranger);
    expect(pulled(ingress, 10)).toEqual([stranger, group[1], group[2], own, later]);
    // All of it has left, so the next cancel-all waits for nothing.
    const [others, again] = [order(bob), cancelAll()];
    pushed(ingress, others, again);
    expect(pulled(ingress, 10)).toEqual([again, others]);
    expect([ingress.waiting, ingress.waitingOrders, ingress.waitingUrgent]).toEqual([0, 0, 0]);
  });

  it('keeps cancels of a group with orders beside them, and lets a group of cancels alone go first', () => {
    const ingress = new Ingress();
    const mixed = groupOf(true, cancel(), order());
    const cancels = groupOf(false, cancel(bob), cancel(bob));
    pushed(ingress, ...mixed, ...cancels);
    expect([ingress.waitingOrders, ingress.waitingUrgent]).toEqual([1, 2]);
    expect(pulled(ingress, 10)).toEqual([...cancels, ...mixed]);
  });

  it('gives of each queue what there is room for', () => {
    const ingress = new Ingress();
    const cancels = Array.from({ length: 10 }, () => cancel(bob));
    const orders = [order(), order(alice, 2), order(alice, 3)];
    pushed(ingress, ...orders, ...cancels);
    expect(pulled(ingress, 8, { orders: 0, urgent: 4 })).toEqual(cancels.slice(0, 4));
    expect(pulled(ingress, 8, { orders: 1, urgent: 0 })).toEqual(orders.slice(0, 1));
    expect(pulled(ingress, 8, { orders: 8, urgent: 8 })).toEqual([
      ...cancels.slice(4, 10),
      ...orders.slice(1),
    ]);
  });

  it('refuses what its queues have no room for, each queue by itself', () => {
    const ingress = new Ingress({ maxWaitingOrders: 2, maxWaitingUrgent: 2 });
    expect(pushed(ingress, order(), order(), order())).toEqual([true, true, false]);
    expect(pushed(ingress, cancel(), halt(), cancel())).toEqual([true, true, false]);
    // A cancel-all behind its own user's orders has room beside them.
    expect(pushed(ingress, cancelAll(), cancelAll(), cancelAll())).toEqual([true, true, false]);
    expect([ingress.waiting, ingress.waitingOrders]).toEqual([6, 2]);
    expect(ingress.waitingUrgent).toBe(2);
  });

  it('gives of cancel-alls behind orders what there is room for of the urgent', () => {
    const ingress = new Ingress();
    const [own, first, second, later] = [order(), cancelAll(), cancelAll(), order()];
    pushed(ingress, own, first, second, later);
    expect(ingress.canPull({ orders: 0, urgent: 9 })).toBe(false);
    expect(pulled(ingress, 10, { orders: 9, urgent: 1 })).toEqual([own, first]);
    expect(ingress.canPull({ orders: 9, urgent: 0 })).toBe(false);
    expect(pulled(ingress, 10, { orders: 0, urgent: 1 })).toEqual([second]);
    expect(pulled(ingress, 10, { orders: 1, urgent: 0 })).toEqual([later]);
  });

  it('leaves a cancel-all behind an order its share of each slice, though no order may go', () => {
    const ingress = new Ingress();
    const [own, all] = [order(), cancelAll()];
    pushed(ingress, own, all);
    pulled(ingress, 1);
    const cancels = Array.from({ length: 20 }, () => cancel(bob));
    pushed(ingress, ...cancels);
    expect(pulled(ingress, 8, { orders: 0, urgent: 8 })).toEqual([...cancels.slice(0, 6), all]);
  });

  it('gives orders that waited too long apart, and cancels however long they waited', () => {
    const ingress = new Ingress();
    const [old, all, fresh, single] = [order(), cancelAll(), order(alice, 2), cancel(bob)];
    for (const command of [old, all, single]) ingress.push(command, 1_000);
    ingress.push(fresh, 1_001);
    expect(ingress.pull(10, { orders: 9, urgent: 9 }, 1_001 + MAX_ORDER_AGE_MS)).toEqual({
      commands: [single, all, fresh],
      aged: [old],
    });
    expect([ingress.waiting, ingress.waitingOrders]).toEqual([0, 0]);
  });
});
