/**
 * A gateway whose host's clock is wrong, from its start or after a jump, in front of an engine whose clock is right. It
 * refuses no order, and shows the exchange's time and not its own. The test replaces `Date.now` of this process, which
 * the engine's stand-in does not read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { until } from '@bellwether/funding-testbed';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const HOUR_MS = 3_600_000;
/** Each sign and each size once; the clock's own specs try all. */
const JUMPS_MS = [HOUR_MS, -5_000];
const STARTS_MS = [-HOUR_MS, 5_000];
/** Long enough for a jump to be noticed, and for a query of the engine's clock. */
const TRADING_MS = 1_300;
const BETWEEN_ORDERS_MS = 50;
const ORDER_ANSWER = z.looseObject({
  status: z.string().optional(),
  error: z.looseObject({ code: z.string() }).optional(),
});
const TIME_ANSWER = z.looseObject({ time_ms: z.number() });
const rightNowMs = Date.now.bind(Date);

const shift = (ms: number): void => {
  vi.spyOn(Date, 'now').mockImplementation(() => rightNowMs() + ms);
};

describe('a gateway with a wrong clock', () => {
  let world: GatewayUnderTest;
  let market: string;
  let nonce = 0;
  const alice = new UserUnderTest(1);

  beforeAll(async () => {
    world = await GatewayUnderTest.start();
    world.engine.nowMs = rightNowMs;
    market = await world.openMarket(EVENT);
    await world.credit(alice);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => world.stop());

  const submit = async (url: string): Promise<string> => {
    const terms = { market_id: market, side: 'buy', outcome: 'yes', price: 1_000 } as const;
    const response = await fetch(`${url}/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alice.order({ ...terms, size: 10, nonce: ++nonce })),
    });
    const body = ORDER_ANSWER.parse(await response.json());
    return `${response.status} ${body.status ?? body.error?.code}`;
  };

  const outcomesOf = async (url: string): Promise<Set<string>> => {
    const outcomes = new Set<string>();
    const untilMs = performance.now() + TRADING_MS;
    while (performance.now() < untilMs) {
      outcomes.add(await submit(url));
      await sleep(BETWEEN_ORDERS_MS);
    }
    return outcomes;
  };

  const timeOf = async (url: string): Promise<number> =>
    TIME_ANSWER.parse(await (await fetch(`${url}/v1/time`)).json()).time_ms;

  it.each(JUMPS_MS)('that jumps by %i ms refuses nobody, and tells the time', async (shiftMs) => {
    expect(await submit(world.url)).toBe('200 resting');
    shift(shiftMs);
    expect(await outcomesOf(world.url)).toEqual(new Set(['200 resting']));
    expect(Math.abs((await timeOf(world.url)) - rightNowMs())).toBeLessThan(1_000);
    vi.restoreAllMocks();
    expect(await outcomesOf(world.url)).toEqual(new Set(['200 resting']));
  });

  it.each(STARTS_MS)(
    'that starts %i ms off refuses nobody from the first order',
    async (shiftMs) => {
      shift(shiftMs);
      const { url, running } = await world.startAnother();
      expect(await outcomesOf(url)).toEqual(new Set(['200 resting']));
      expect(Math.abs((await timeOf(url)) - rightNowMs())).toBeLessThan(1_000);
      const ready = await until(async () => {
        const response = await fetch(`${url}/readyz`);
        return response.ok && (response.json() as Promise<unknown>);
      });
      expect(ready).toMatchObject({ ready: true, checks: { clock: { ok: false } } });
      await running.stop();
    },
  );
});
