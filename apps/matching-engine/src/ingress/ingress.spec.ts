import { describe, expect, it } from 'vitest';
import { incoming, signedCancel, signedCancelAll, signedOrder, testUser } from '../../test/incoming';
import type { TestIncoming } from '../../test/incoming';
import { Intake } from './ingress';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const order = (user = alice, nonce = 1) =>
  incoming('order', signedOrder(user, { marketId, nonce }));
const delegated = (user = alice) => incoming('builder', signedOrder(user, { marketId, nonce: 1 }));
const cancel = (user = alice) => incoming('cancel', signedCancel(user, marketId, 5));
const cancelAll = (user = alice) => incoming('cancel', signedCancelAll(user, 1));
const halt = () => incoming('admin', { kind: 'set_mode', mode: 'halted' });

const offered = (intake: Intake, ...commands: TestIncoming[]): boolean[] =>
  commands.map((command) => intake.offer(command));

describe('the intake', () => {
  it('gives orders in order of arrival, whichever lane they came on', () => {
    const intake = new Intake();
    const commands = [order(), delegated(), order(bob), order(alice, 2)];
    offered(intake, ...commands);
    expect(intake.take(10)).toEqual(commands);
    expect(intake.waiting).toBe(0);
  });

  it('lets cancels, admin and funding go before orders', () => {
    const intake = new Intake();
    const [first, second, third, fourth] = [order(), cancel(bob), halt(), order(bob)];
    offered(intake, first, second, third, fourth);
    expect(intake.take(10)).toEqual([second, third, first, fourth]);
  });

  it('leaves orders a share of each slice', () => {
    const intake = new Intake();
    const cancels = Array.from({ length: 20 }, () => cancel(bob));
    const orders = [order(), order(), order()];
    offered(intake, ...orders, ...cancels);
    expect(intake.take(8)).toEqual([...cancels.slice(0, 6), ...orders.slice(0, 2)]);
    expect(intake.take(8)).toEqual([...cancels.slice(6, 12), orders[2]]);
    expect(intake.take(8)).toEqual(cancels.slice(12, 20));
  });

  it('never lets a cancel-all overtake orders of its own user, though it overtakes those of others', () => {
    const intake = new Intake();
    const [own, ownCancelAll, others, othersSingle] = [
      order(),
      cancelAll(),
      cancelAll(bob),
      cancel(),
    ];
    offered(intake, own, ownCancelAll, others, othersSingle);
    expect(intake.take(10)).toEqual([others, othersSingle, own, ownCancelAll]);
    // The order has been taken, so the next cancel-all has nothing to wait for.
    const [later, again] = [order(bob), cancelAll()];
    offered(intake, later, again);
    expect(intake.take(10)).toEqual([again, later]);
  });

  it('never lets a cancel-all overtake one of the same user that still waits', () => {
    const intake = new Intake();
    const [own, first, second] = [order(), cancelAll(), cancelAll()];
    offered(intake, own, first);
    expect(intake.take(1)).toEqual([own]);
    offered(intake, second);
    expect(intake.take(10)).toEqual([first, second]);
  });

  it('takes of each line what there is room for', () => {
    const intake = new Intake();
    const cancels = Array.from({ length: 10 }, () => cancel(bob));
    const orders = [order(), order(alice, 2), order(alice, 3)];
    offered(intake, ...orders, ...cancels);
    expect(intake.take(8, { orders: 0, urgent: 4 })).toEqual(cancels.slice(0, 4));
    expect(intake.take(8, { orders: 1, urgent: 0 })).toEqual(orders.slice(0, 1));
    expect(intake.take(8, { orders: 8, urgent: 8 })).toEqual([
      ...cancels.slice(4, 10),
      ...orders.slice(1),
    ]);
  });

  it('refuses what its lines have no room for, each line by itself', () => {
    const intake = new Intake({ maxWaitingOrders: 2, maxWaitingUrgent: 2 });
    expect(offered(intake, order(), order(), order())).toEqual([true, true, false]);
    expect(offered(intake, cancel(), halt(), cancel())).toEqual([true, true, false]);
    // A cancel-all behind its own user's orders has room beside them.
    expect(offered(intake, cancelAll(), cancelAll(), cancelAll())).toEqual([true, true, false]);
    expect([intake.waiting, intake.waitingOrders]).toEqual([6, 2]);
    expect(intake.waitingUrgent).toBe(2);
  });

  it('takes of cancel-alls behind orders what there is room for of the urgent', () => {
    const intake = new Intake();
    const [own, first, second, later] = [order(), cancelAll(), cancelAll(), order()];
    offered(intake, own, first, second, later);
    expect(intake.canTake({ orders: 0, urgent: 9 })).toBe(false);
    expect(intake.take(10, { orders: 9, urgent: 1 })).toEqual([own, first]);
    expect(intake.canTake({ orders: 9, urgent: 0 })).toBe(false);
    expect(intake.take(10, { orders: 0, urgent: 1 })).toEqual([second]);
    expect(intake.take(10, { orders: 1, urgent: 0 })).toEqual([later]);
  });

  it('leaves a cancel-all behind an order its share of each slice, though no order may go', () => {
    const intake = new Intake();
    const [own, all] = [order(), cancelAll()];
    offered(intake, own, all);
    intake.take(1);
    const cancels = Array.from({ length: 20 }, () => cancel(bob));
    offered(intake, ...cancels);
    expect(intake.take(8, { orders: 0, urgent: 8 })).toEqual([...cancels.slice(0, 6), all]);
  });
});
