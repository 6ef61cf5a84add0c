import { describe, expect, it } from 'vitest';
import { verify } from '@bellwether/signature';
import {
  incoming,
  signedCancel,
  signedCancelAll,
  signedOrder,
  testUser,
} from '../../test/incoming';
import type { TestIncoming } from '../../test/incoming';
import { BatchBuilder } from '../batch';
import { Ingress } from '../ingress/ingress';
import { isOrderLane, roomBeside } from '../ingress/room';
import { VERIFIED_AT_ONCE } from '../limits';
import { InlineSignatureChecks } from './signature-checks';
import { Verify } from './verify';
import type { VerifyParts } from './verify';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const orders = (count: number) =>
  many(count, (index) => incoming('order', signedOrder(alice, { marketId, nonce: index + 1 })));
const cancels = (count: number) =>
  many(count, (index) => incoming('cancel', signedCancel(bob, marketId, index + 1)));

const newVerify = (parts: Partial<VerifyParts> = {}) =>
  new Verify(
    {
      exchange: { network: 'test', refusalOfSender: () => null },
      signatures: new InlineSignatureChecks(verify),
      clock: Date.now,
      ...parts,
    },
    () => {},
  );

/** From ingress to batch, joined as the pipeline's turns do. */
class Stages {
  readonly ingress = new Ingress();
  readonly verify = newVerify();
  readonly batches = new BatchBuilder();

  push(commands: readonly TestIncoming[]): void {
    for (const one of commands) if (!this.ingress.push(one, 0)) throw new Error('no room');
  }

  /** During an append, everything that has room is verified. */
  fill(): void {
    const room = () => roomBeside(this.verify.held, this.batches.held);
    while (this.ingress.canPull(room())) {
      this.verify.push(this.ingress.pull(this.verify.sliceSize, room(), 0).commands);
      for (const verdict of this.verify.pull()) {
        if (verdict.error !== null) throw verdict.error;
        this.batches.push([verdict.incoming]);
      }
    }
  }

  nextBatch() {
    this.fill();
    const batch = this.batches.pull();
    return { orders: batch.filter(isOrderLane).length, all: batch.length };
  }
}

describe('the stages before a record', () => {
  it('let no flood of cancels keep orders out', () => {
    const stages = new Stages();
    stages.push([...cancels(1_000), ...orders(64)]);
    const batches = [];
    for (let i = 0; i < 4; i++) {
      batches.push(stages.nextBatch());
      stages.push(cancels(128));
    }
    expect(batches).toEqual([
      { orders: 32, all: 128 },
      { orders: 32, all: 128 },
      { orders: 0, all: 128 },
      { orders: 0, all: 128 },
    ]);
  });

  it('let no flood of orders keep cancels out', () => {
    const stages = new Stages();
    stages.push(orders(600));
    stages.fill();
    stages.push(cancels(40));
    expect(stages.nextBatch()).toEqual({ orders: 32, all: 72 });
    expect(stages.nextBatch()).toEqual({ orders: 128, all: 128 });
  });

  it('hold no more than there is room for', () => {
    const stages = new Stages();
    stages.push(orders(600));
    stages.fill();
    expect([stages.batches.length, stages.ingress.waitingOrders]).toEqual([256, 344]);
    stages.batches.pull();
    stages.fill();
    expect([stages.batches.length, stages.ingress.waitingOrders]).toEqual([256, 216]);
  });

  it('hold of the cancel-alls that wait behind an order what there is room for', () => {
    const stages = new Stages();
    const all = many(600, (nonce) => incoming('cancel', signedCancelAll(alice, nonce + 1)));
    stages.push([orders(1)[0]!, ...all]);
    stages.fill();
    expect([stages.batches.length, stages.ingress.waitingOrders]).toEqual([257, 0]);
    expect(stages.batches.pull()).toHaveLength(128);
    stages.fill();
    expect(stages.batches.length).toBe(256);
  });
});

describe('the verification', () => {
  it('of commands that were pushed now is over at once, so many between two slices', () => {
    const stage = newVerify();
    const commands = cancels(VERIFIED_AT_ONCE + 1);
    expect(commands.map((command) => stage.pushNow(command))).toEqual([
      ...Array<boolean>(VERIFIED_AT_ONCE).fill(true),
      false,
    ]);
    expect(stage.pull().map(({ incoming: one }) => one)).toEqual(commands.slice(0, -1));
    stage.push([]);
    expect(stage.pushNow(commands.at(-1)!)).toBe(true);
  });

  it('holds what a thread verifies until it is told', () => {
    let report: (valid: readonly boolean[]) => void = () => {};
    const stage = newVerify({
      signatures: {
        sliceSize: 32,
        check: (_signed, done) => (report = done),
        isValid: () => true,
        close: async () => {},
      },
    });
    const [good, bad] = orders(2);
    const late = incoming('order', signedOrder(alice, { marketId, nonce: 3 }), { deadlineMs: 1 });
    stage.push([good!, bad!, late]);
    expect(stage.pull().map(({ error }) => error?.code)).toEqual(['DEADLINE_EXCEEDED']);
    expect([stage.length, stage.held]).toEqual([2, { orders: 2, urgent: 0 }]);
    report([true, false]);
    expect(stage.pull().map(({ error }) => error?.code)).toEqual([undefined, 'SIGNATURE_INVALID']);
    expect(stage.length).toBe(0);
  });
});
