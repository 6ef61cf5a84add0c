/** The leader journals the configured money limits once, before any other command. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bus } from '@bellwether/bus';
import { DEFAULT_MONEY_LIMITS } from '@bellwether/exchange';
import type { MoneyLimits } from '@bellwether/exchange';
import { startEngine } from './engine-under-test';
import { signedOrder } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest } from './nats-under-test';
import { TradingFloor } from './trading-floor';

let nats: NatsUnderTest;
let bus: Bus;
const shard = 95;
beforeAll(async () => {
  nats = await NatsUnderTest.start();
  bus = await nats.bus();
});
afterAll(() => nats.stop());

/** Runs an engine with these limits until `meanwhile` returns. */
async function withEngine(
  moneyLimits: MoneyLimits | null,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const engine = await startEngine(nats.url, { shard, moneyLimits });
  await engine.serving;
  await meanwhile();
  await engine.stop();
}

/** Every `set_money_limits` of the journal, with its seq. */
async function journaled() {
  const { bySeq } = await witness(bus, shard);
  return [...bySeq].flatMap(([seq, { command }]) =>
    command.command.kind === 'set_money_limits' ? [{ seq, limits: command.command.limits }] : [],
  );
}

it('is the first command of a new journal, is not repeated, and follows the configuration', async () => {
  let floor: TradingFloor | undefined;
  const tooSmall = async (nonce: number) => {
    const order = signedOrder(floor!.users[0]!, { marketId: floor!.marketId, nonce, size: 1 });
    const { reply } = await floor!.send('order', order);
    return reply.body.kind === 'refused' ? reply.body.code : reply.body.kind;
  };
  await withEngine(DEFAULT_MONEY_LIMITS, async () => {
    floor = await TradingFloor.open(bus, { shard, users: 1 });
    expect(await tooSmall(1)).toBe('ORDER_TOO_SMALL');
  });
  expect(await journaled()).toEqual([{ seq: 1, limits: DEFAULT_MONEY_LIMITS }]);

  await withEngine(DEFAULT_MONEY_LIMITS);
  await withEngine(null, async () => expect(await tooSmall(2)).toBe('ORDER_TOO_SMALL'));
  expect(await journaled()).toHaveLength(1);

  const lower: MoneyLimits = {
    ...DEFAULT_MONEY_LIMITS,
    restingMinimums: [{ name: 'sport', sub: '*', microUsdc: 500_000 }],
  };
  await withEngine(lower, async () => expect(await tooSmall(3)).toBe('order'));
  const limits = (await journaled()).map((one) => one.limits);
  expect(limits).toEqual([DEFAULT_MONEY_LIMITS, lower]);
});
