import { describe, expect, it } from 'vitest';
import { MAX_RECORD_COMMANDS, MAX_RECORD_COMMAND_BYTES } from '@bellwether/bus';
import type { IncomingCommand } from '@bellwether/bus';
import { incoming, signedCancel, signedCancelAll, signedOrder, testUser } from '../test/incoming';
import { BatchBuilder } from './batch';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const order = (user = alice, nonce = 1) =>
  incoming('order', signedOrder(user, { marketId, nonce }));
const cancel = (user = alice) => incoming('cancel', signedCancel(user, marketId, 5));
const cancelAll = (user = alice) => incoming('cancel', signedCancelAll(user, 1));
const halt = () => incoming('admin', { kind: 'set_mode', mode: 'halted' });
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

function builderOf(verified: readonly IncomingCommand[]): BatchBuilder {
  const builder = new BatchBuilder();
  for (const incoming of verified) builder.push([incoming]);
  return builder;
}

/** All records that these commands make, one after the other. */
function recordsOf(verified: readonly IncomingCommand[]): IncomingCommand[][] {
  const builder = builderOf(verified);
  const records: IncomingCommand[][] = [];
  while (builder.length > 0) {
    const before = builder.length;
    const batch = builder.pull();
    expect(batch.length + builder.length).toBe(before);
    records.push(batch);
  }
  return records;
}

describe('the next record', () => {
  it('holds orders in the order of arrival, as many as it takes', () => {
    const orders = many(MAX_RECORD_COMMANDS + 3, order);
    expect(recordsOf(orders)).toEqual([
      orders.slice(0, MAX_RECORD_COMMANDS),
      orders.slice(MAX_RECORD_COMMANDS),
    ]);
    expect(builderOf([]).pull()).toEqual([]);
  });

  it('begins with what is urgent, and takes few orders along', () => {
    const orders = many(100, order);
    const [first, second] = [cancel(bob), halt()];
    const [record, next] = recordsOf([...orders.slice(0, 50), first, second, ...orders.slice(50)]);
    expect(record).toEqual([first, second, ...orders.slice(0, 32)]);
    expect(next).toEqual(orders.slice(32));
  });

  it('leaves orders a share where cancels flood', () => {
    const cancels = many(200, () => cancel(bob));
    const orders = many(40, order);
    const records = recordsOf([...cancels, ...orders]);
    expect(records).toEqual([
      [...cancels.slice(0, 96), ...orders.slice(0, 32)],
      [...cancels.slice(96, 192), ...orders.slice(32)],
      cancels.slice(192),
    ]);
  });

  it('lets no cancel-all overtake an order of its own user', () => {
    const [own, ownAll, othersAll, later] = [order(), cancelAll(), cancelAll(bob), order(bob, 2)];
    expect(builderOf([own, ownAll, othersAll, later]).pull()).toEqual([
      othersAll,
      own,
      ownAll,
      later,
    ]);
    const early = cancelAll();
    expect(builderOf([order(bob), early, own]).pull()[0]).toBe(early);
  });

  it('lets no cancel-all overtake one that came in a group before it', () => {
    const of = { size: 2, hasOrders: false } as NonNullable<IncomingCommand['group']>['of'];
    const grouped = [0, 1].map((index) => ({ ...cancelAll(), group: { of, index } }));
    const single = cancelAll();
    expect(builderOf([...grouped, single]).pull()).toEqual([...grouped, single]);
    const others = cancelAll(bob);
    expect(builderOf([...grouped, others]).pull()).toEqual([others, ...grouped]);
  });

  it('takes no more bytes than an append, and a single larger command by itself', () => {
    const sized = (byteLength: number): IncomingCommand => ({ ...order(), byteLength });
    const half = MAX_RECORD_COMMAND_BYTES / 2;
    const commands = [sized(half), sized(half), sized(1), sized(3 * half), sized(1)];
    expect(recordsOf(commands)).toEqual([
      commands.slice(0, 2),
      [commands[2]],
      [commands[3]],
      [commands[4]],
    ]);
  });

  it('is without those past their deadlines', () => {
    const [late, inTime] = [incoming('admin', halt().command, { deadlineMs: 4 }), order()];
    const builder = builderOf([late, inTime]);
    expect(builder.pullLate(4)).toEqual([]);
    expect(builder.pullLate(5)).toEqual([late]);
    expect(builder.held).toEqual({ orders: 1, urgent: 0 });
    expect(builder.pullAll()).toEqual([inTime]);
    expect(builder.pull()).toEqual([]);
  });
});
