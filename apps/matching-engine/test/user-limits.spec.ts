/** Rate limits of a running engine, over a real bus. Limits refill in hours, so no clock matters. */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { inOneBatch } from '@bellwether/bus';
import type { Bus, CommandSender } from '@bellwether/bus';
import type { Command } from '@bellwether/exchange';
import { startEngine } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';
import { signedCancel, signedCancelAfter, signedCancelAll, signedOrder } from './incoming';
import type { TestUser } from './incoming';
import { NatsUnderTest } from './nats-under-test';
import { TradingFloor, replyOf } from './trading-floor';

const BURST = 20;
const HOURS_MS = 10 * 3_600_000;
const RATES = {
  orders: { requests: 1, perMs: HOURS_MS, burst: BURST },
  cancels: { requests: 1, perMs: HOURS_MS, burst: BURST },
  keys: { requests: 20, perMs: 60_000, burst: 4 },
};

let nats: NatsUnderTest;
let bus: Bus;
let engine: EngineUnderTest;
let floor: TradingFloor;
let alice: TestUser;
let bob: TestUser;
let shard = 50;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  shard++;
  engine = await startEngine(nats.url, { shard, rates: RATES });
  await engine.serving;
  bus = await nats.bus();
  floor = await TradingFloor.open(bus, { shard, users: 2 });
  [alice, bob] = [floor.users[0]!, floor.users[1]!];
});
afterEach(async () => {
  await bus.close();
  await engine.stop();
});

const order = (nonce: number, user = alice) =>
  signedOrder(user, { marketId: floor.marketId, nonce, price: 1 });
/** On a busy machine a flood waits too long and is refused unseen: it is sent again until its limit is what answers. */
async function codeOf(command: Command, lane: 'order' | 'cancel' = 'order'): Promise<string> {
  const code = await floor.send(lane, command).then(
    ({ reply }) => reply.body.kind,
    (error: { code: string }) => error.code,
  );
  return code === 'OVERLOADED' ? codeOf(command, lane) : code;
}
const codesOf = (commands: readonly Command[], lane: 'order' | 'cancel' = 'order') =>
  Promise.all(commands.map((command) => codeOf(command, lane)));
const from = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);
const count = (codes: readonly string[], code: string): number =>
  codes.filter((one) => one === code).length;

describe('a user who floods', () => {
  it('gets its burst, and of the rest a 429 that uses up no nonce', async () => {
    const codes = await codesOf(from(1, 2 * BURST).map((nonce) => order(nonce)));
    expect([count(codes, 'order'), count(codes, 'RATE_LIMITED')]).toEqual([BURST, BURST]);
    await expect(floor.send('order', order(1_000))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 'user_orders', requests: 1, burst: BURST },
    });
    const { view } = await floor.client.query('nonces', { user: alice.user });
    expect(view.order).toBe(BURST);
    // A repeat of an answered order gets its first answer.
    const repeat = await floor.send('order', order(BURST));
    expect([repeat.replayed, replyOf('order', repeat).order.nonce]).toEqual([true, BURST]);
  });

  it('takes nothing from another', async () => {
    await codesOf(from(1, 3 * BURST).map((nonce) => order(nonce)));
    const codes = await codesOf(from(1, BURST).map((nonce) => order(nonce, bob)));
    expect(count(codes, 'order')).toBe(BURST);
  });

  it('cancels every one of its orders in the middle of its flood, and all at once too', async () => {
    const placed = await Promise.all(
      from(1, BURST).map((nonce) => floor.send('order', order(nonce))),
    );
    const ids = placed.map((answer) => replyOf('order', answer).order.orderId);
    const flood = codesOf(from(100, 500).map((nonce) => order(nonce)));
    const cancels = ids.map((id) => signedCancel(alice, floor.marketId, id));
    expect(count(await codesOf(cancels, 'cancel'), 'cancel')).toBe(BURST);
    // A slow engine refuses some of the flood for its length before the limit does.
    const refused = (await flood).filter((code) => code !== 'RATE_LIMITED');
    expect(refused.filter((code) => code !== 'OVERLOADED')).toEqual([]);
    // The limit of cancels is used up, and a cancel-all still passes.
    const after = signedCancelAfter(alice, { seconds: 60, nonce: 1 });
    expect(await codeOf(after, 'cancel')).toBe('RATE_LIMITED');
    const alls = from(1, 5).map((nonce) => signedCancelAll(alice, nonce));
    expect(count(await codesOf(alls, 'cancel'), 'RATE_LIMITED')).toBe(0);
  });
});

it('sees how much is left, and how much more an operator grants', async () => {
  const limits = async () => (await floor.client.query('limits', { user: alice.user })).view;
  await codesOf(from(1, 5).map((nonce) => order(nonce)));
  expect(await limits()).toMatchObject({
    maxOpenOrders: 1_000,
    rates: { orders: { burst: BURST, remaining: BURST - 5 }, cancels: { remaining: BURST } },
  });
  await floor.send('admin', { kind: 'set_user_limits', user: alice.user, maxOpenOrders: 10_000 });
  expect(await limits()).toMatchObject({
    maxOpenOrders: 10_000,
    rates: { orders: { requests: 10, burst: 10 * BURST }, keys: { requests: 20 } },
  });
});

describe('a batch', () => {
  const placing = (first: number, size: number) =>
    from(first, size).map((nonce) => ({ lane: 'order' as const, command: order(nonce) }));
  const outcomes = async (first: number, size: number) => {
    const options = { requestId: 'batch' };
    return (await floor.client.sendBatch('order', placing(first, size), options)).map((one) =>
      one.kind === 'failed' ? one.code : one.kind,
    );
  };

  it('is admitted whole or not at all, and what found no room uses up no nonce', async () => {
    expect(new Set(await outcomes(1, 15))).toEqual(new Set(['answer']));
    expect(await outcomes(16, 15)).toEqual(Array.from({ length: 15 }, () => 'RATE_LIMITED'));
    const { view } = await floor.client.query('nonces', { user: alice.user });
    expect(view.order).toBe(15);
    // None of it was charged: five are left of the burst.
    expect(new Set(await outcomes(16, 5))).toEqual(new Set(['answer']));
  });

  it('is refused whole to whoever asked for it: half of a pair of quotes is worse than none', async () => {
    await outcomes(1, 15);
    const actions = placing(16, 6).map(
      ({ lane, command }) =>
        (sender: CommandSender) =>
          sender.send(lane, command, { requestId: 'batch' }),
    );
    const sent = inOneBatch(floor.client, 'order', { requestId: 'batch' }, actions);
    await expect(sent).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 'user_orders', burst: BURST },
    });
  });
});

describe('a victim', () => {
  it('pays nothing for what others forge in its name', async () => {
    const forged: Command[] = from(1, 20 * BURST).map((nonce) => {
      const { signature } = order(nonce, bob);
      return { ...order(nonce, alice), signature };
    });
    const answers = await codesOf(forged);
    expect(new Set(answers)).toEqual(new Set(['SIGNATURE_INVALID']));
    const own = await codesOf(from(1, BURST).map((nonce) => order(nonce)));
    expect(count(own, 'order')).toBe(BURST);
  });

  it('pays nothing for repeats of what it signed once', async () => {
    const first = order(1);
    await floor.send('order', first);
    const repeats = await codesOf(from(1, 10 * BURST).map(() => first));
    expect(count(repeats, 'order')).toBe(BURST);
    const own = await codesOf(from(2, BURST - 1).map((nonce) => order(nonce)));
    expect(count(own, 'order')).toBe(BURST - 1);
  });

  it('cancels as ever, however often others send again a cancel that it signed', async () => {
    const placed = await Promise.all(
      from(1, BURST).map((nonce) => floor.send('order', order(nonce))),
    );
    const [old, ...others] = placed.map((answer) =>
      signedCancel(alice, floor.marketId, replyOf('order', answer).order.orderId),
    );
    await floor.send('cancel', old!);
    const repeats = await codesOf(
      from(1, 10 * BURST).map(() => old!),
      'cancel',
    );
    expect(count(repeats, 'ORDER_NOT_OPEN') + count(repeats, 'refused')).toBe(BURST);
    expect(count(repeats, 'RATE_LIMITED')).toBe(9 * BURST);
    expect(count(await codesOf(others, 'cancel'), 'cancel')).toBe(BURST - 1);
  });
});

describe('a market maker', () => {
  it('may send as many times more as an operator lets it have open', async () => {
    const raise = { kind: 'set_user_limits', user: alice.user, maxOpenOrders: 3_000 } as const;
    await floor.send('admin', raise);
    const codes = await codesOf(from(1, 4 * BURST).map((nonce) => order(nonce)));
    expect(count(codes, 'order')).toBe(3 * BURST);
  });
});
