/** Commands of one request, in a running engine, over a real bus: in their order, in one record, each by itself. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Journal, engineResponseLayout } from '@bellwether/bus';
import type { BatchOperation, Bus, JournalRecord, OperationOutcome } from '@bellwether/bus';
import { encode } from '@bellwether/codec';
import { MAX_BATCH_OPERATIONS, MAX_FILLS_PER_COMMAND } from '@bellwether/exchange';
import { startEngine } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';
import { signedAmend, signedCancel, signedCancelAll, signedOrder } from './incoming';
import type { TestUser } from './incoming';
import { NatsUnderTest, silent } from './nats-under-test';
import { TradingFloor, replyOf } from './trading-floor';

let nats: NatsUnderTest;
let bus: Bus;
let engine: EngineUnderTest;
let floor: TradingFloor;
let alice: TestUser;
let bob: TestUser;
let shard = 70;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  shard++;
  engine = await startEngine(nats.url, { shard });
  await engine.serving;
  bus = await nats.bus();
  floor = await TradingFloor.open(bus, { shard, users: 2 });
  [alice, bob] = [floor.users[0]!, floor.users[1]!];
});
afterEach(async () => {
  await bus.close();
  await engine.stop();
});

const place = (nonce: number, user = alice, price = 100): BatchOperation => ({
  lane: 'order',
  command: signedOrder(user, { marketId: floor.marketId, nonce, price, size: 100 }),
});
const cancel = (orderId: number): BatchOperation => ({
  lane: 'cancel',
  command: signedCancel(alice, floor.marketId, orderId),
});
const send = (operations: readonly BatchOperation[]) =>
  floor.client.sendBatch('order', operations, { requestId: 'batch' });

async function outcomesOf(operations: readonly BatchOperation[]): Promise<string[]> {
  return (await send(operations)).map((outcome) => {
    if (outcome.kind === 'failed') return outcome.code;
    const { body } = outcome.answer.reply;
    return body.kind === 'refused' ? body.code : body.kind;
  });
}

async function records(): Promise<JournalRecord[]> {
  const journal = new Journal({ network: 'test', shard }, { bus, log: silent });
  const all: JournalRecord[] = [];
  for await (const record of journal.read()) all.push(record);
  return all;
}

describe('a batch', () => {
  it('is carried out in its order, in one record', async () => {
    const first = replyOf('order', await floor.send('order', place(1).command)).order.orderId;
    const operations = [
      place(2),
      cancel(first),
      place(3, alice, 200),
      {
        lane: 'order',
        command: signedAmend(alice, {
          marketId: floor.marketId,
          orderId: first,
          nonce: 4,
        }),
      } as const,
      { lane: 'cancel', command: signedCancelAll(alice, 1) } as const,
      place(5),
    ];
    expect(await outcomesOf(operations)).toEqual([
      'order',
      'cancel',
      'order',
      'ORDER_NOT_OPEN',
      'cancel_all',
      'order',
    ]);
    const { commands } = (await records()).at(-1)!;
    expect(commands.map(({ lane, command }) => [lane, command.kind])).toEqual(
      operations.map(({ lane, command }) => [lane, command.kind]),
    );
    const { view } = await floor.client.query('orders', { user: alice.user, limit: 10 });
    expect(view.orders.map(({ nonce }) => nonce)).toEqual([5]);
  });

  it('goes on without what is refused before the journal', async () => {
    const forged = place(2);
    const signature = new Uint8Array(64);
    const operations = [
      place(1),
      {
        ...forged,
        command: { ...signedOrder(alice, { marketId: floor.marketId, nonce: 2 }), signature },
      },
      place(3),
    ];
    expect(await outcomesOf(operations)).toEqual(['order', 'SIGNATURE_INVALID', 'order']);
    expect((await records()).at(-1)!.commands).toHaveLength(2);
    expect(await outcomesOf([operations[1]!, operations[1]!])).toEqual([
      'SIGNATURE_INVALID',
      'SIGNATURE_INVALID',
    ]);
  });

  it('sent again has the same answers', async () => {
    const operations = [place(1), place(2, bob)];
    const first = await send(operations);
    const again = await send(operations);
    expect(again).toEqual(
      first.map((outcome) =>
        outcome.kind === 'answer'
          ? { ...outcome, answer: { ...outcome.answer, replayed: true } }
          : outcome,
      ),
    );
  });

  it('with more fills than a message holds is answered whole, once, and again when it is sent again', async () => {
    const takes = 8;
    const { users } = await TradingFloor.open(bus, { shard, users: takes + 1 });
    const [taker, ...makers] = [users[takes]!, ...users.slice(0, takes)];
    const { marketId } = floor;
    const resting = { marketId, outcome: 'no', price: 9_900, size: 1 } as const;
    await Promise.all(makers.map((maker) => rest(maker, resting)));
    const operations = makers.map((_, index): BatchOperation => {
      const terms = {
        marketId,
        price: 100,
        size: MAX_FILLS_PER_COMMAND,
        orderType: 'ioc',
      } as const;
      return { lane: 'order', command: signedOrder(taker, { ...terms, nonce: index + 1 }) };
    });
    const fillsOf = (outcomes: readonly OperationOutcome[]) =>
      outcomes.map((one) =>
        one.kind === 'answer' ? replyOf('order', one.answer).fills.length : one.code,
      );
    const first = await send(operations);
    expect(fillsOf(first)).toEqual(operations.map(() => MAX_FILLS_PER_COMMAND));
    const again = await send(operations);
    expect(fillsOf(again)).toEqual(fillsOf(first));
    for (const one of again) expect(one).toMatchObject({ answer: { replayed: true } });
    expect(
      encode(engineResponseLayout, { kind: 'outcomes', outcomes: [...first], standing: null })
        .length,
    ).toBeGreaterThan(1024 * 1024);
  });

  /** A thousand orders, each a fill of its own. */
  async function rest(
    maker: TestUser,
    terms: Omit<Parameters<typeof signedOrder>[1], 'nonce'>,
  ): Promise<void> {
    for (let from = 1; from <= MAX_FILLS_PER_COMMAND; from += MAX_BATCH_OPERATIONS) {
      const operations = Array.from(
        { length: MAX_BATCH_OPERATIONS },
        (_, index): BatchOperation => ({
          lane: 'order',
          command: signedOrder(maker, { ...terms, nonce: from + index }),
        }),
      );
      for (const { kind } of await send(operations)) expect(kind).toBe('answer');
    }
  }

  it('stays together in the middle of others', async () => {
    const nonces = Array.from({ length: 300 }, (_, index) => index + 1);
    const others = nonces.map((nonce) =>
      floor.send('order', place(nonce, bob, 50).command).catch(() => undefined),
    );
    const batches = Array.from({ length: 5 }, (_, number) =>
      Array.from({ length: MAX_BATCH_OPERATIONS }, (_op, index) =>
        place(1 + number * MAX_BATCH_OPERATIONS + index),
      ),
    );
    for (const batch of batches) expect(await outcomesOf(batch)).toEqual(batch.map(() => 'order'));
    await Promise.all(others);
    const all = await records();
    for (const batch of batches) {
      const nonceOf = ({ command }: BatchOperation) => 'nonce' in command && command.nonce;
      const wanted = batch.map(nonceOf);
      const holding = all.filter(({ commands }) =>
        commands.some(
          ({ command }) =>
            command.kind === 'order' &&
            command.user.every((byte, at) => byte === alice.user[at]) &&
            wanted.includes(command.nonce),
        ),
      );
      expect(holding).toHaveLength(1);
    }
  });

  it.each([
    ['nothing', () => []],
    ['too much', () => Array.from({ length: MAX_BATCH_OPERATIONS + 1 }, (_, at) => place(at + 1))],
    ['what comes on other lanes', () => [{ ...place(1), lane: 'admin' as const }]],
  ])('of %s is refused', async (_what, operations) => {
    await expect(send(operations())).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'operations' },
    });
  });
});
