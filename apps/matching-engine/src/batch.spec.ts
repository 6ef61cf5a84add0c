import { describe, expect, it } from 'vitest';
import { MAX_RECORD_COMMANDS, MAX_RECORD_COMMAND_BYTES } from '@bellwether/bus';
import type { IncomingCommand } from '@bellwether/bus';
import { incoming, signedCancel, signedCancelAll, signedOrder, testUser } from '../test/incoming';
import { nextRecord } from './batch';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const order = (user = alice, nonce = 1) =>
  incoming('order', signedOrder(user, { marketId, nonce }));
const cancel = (user = alice) => incoming('cancel', signedCancel(user, marketId, 5));
const cancelAll = (user = alice) => incoming('cancel', signedCancelAll(user, 1));
const halt = () => incoming('admin', { kind: 'set_mode', mode: 'halted' });
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** All records that these make, one after the other. */
function recordsOf(checked: readonly IncomingCommand[]): IncomingCommand[][] {
  const records: IncomingCommand[][] = [];
  for (let left = checked; left.length > 0;) {
    const { batch, rest } = nextRecord(left);
    expect(batch.length + rest.length).toBe(left.length);
    records.push(batch);
    left = rest;
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
    expect(nextRecord([])).toEqual({ batch: [], rest: [] });
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
    expect(nextRecord([own, ownAll, othersAll, later]).batch).toEqual([
      othersAll,
      own,
      ownAll,
      later,
    ]);
    const early = cancelAll();
    expect(nextRecord([order(bob), early, own]).batch[0]).toBe(early);
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
});
