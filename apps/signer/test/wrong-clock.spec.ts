/**
 * A signer whose host's clock is wrong, from its start or after a jump, in front of an engine whose clock is right. No
 * builder is refused for its clock if it is right, no order comes too late, and a builder whose clock is wrong gets the
 * exchange's time. The test replaces `Date.now` of this process, which the engine's stand-in and the client do not
 * read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningSigner } from '../src/start';
import { BuilderClient, type HttpAnswer } from './builder-client';
import { SignerUnderTest } from './signer-under-test';

const HOUR_MS = 3_600_000;
/** Each sign and each size once; the clock's own specs try all. */
const JUMPS_MS = [HOUR_MS, -5_000];
const STARTS_MS = [-HOUR_MS, 5_000];
/** Long enough for a jump to be noticed, and for a query of the engine's clock. */
const TRADING_MS = 1_300;
const BETWEEN_ORDERS_MS = 50;
const rightNowMs = Date.now.bind(Date);

const shift = (ms: number): void => {
  vi.spyOn(Date, 'now').mockImplementation(() => rightNowMs() + ms);
};

describe('a signer with a wrong clock', () => {
  let world: SignerUnderTest;
  let signer: RunningSigner;
  let client: BuilderClient;
  let alice: string;
  let market: string;
  let nonce = 0;

  beforeAll(async () => {
    world = await SignerUnderTest.start();
    world.engine.nowMs = rightNowMs;
    signer = await world.startSigner();
    client = await world.client(signer);
    market = world.market();
    alice = await client.user('alice');
    world.credit(alice, 1_000_000_000);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => world.stop());

  const order = (): string =>
    JSON.stringify({
      user: alice,
      market_id: market,
      side: 'buy',
      outcome: 'yes',
      price: 1_000,
      size: 10,
      order_type: 'gtc',
      nonce: ++nonce,
    });

  /** A builder whose clock is right, or off by this much. */
  const submit = (of: BuilderClient, offSeconds = 0): Promise<HttpAnswer> => {
    const body = order();
    const timestamp = Math.floor(rightNowMs() / 1_000) + offSeconds;
    return of.send('/v1/submit', body, of.envelope('/v1/submit', body, timestamp));
  };

  const outcomesOf = async (of: BuilderClient): Promise<Set<string>> => {
    const outcomes = new Set<string>();
    const untilMs = performance.now() + TRADING_MS;
    while (performance.now() < untilMs) {
      const { status, body } = await submit(of);
      outcomes.add(`${status} ${body.status ?? body.error.code}`);
      await sleep(BETWEEN_ORDERS_MS);
    }
    return outcomes;
  };

  it.each(JUMPS_MS)('that jumps by %i ms refuses nobody while users trade', async (shiftMs) => {
    expect((await submit(client)).status).toBe(200);
    shift(shiftMs);
    expect(await outcomesOf(client)).toEqual(new Set(['200 resting']));
    const { status, body } = await submit(client, 60);
    expect([status, body.error.code]).toEqual([401, 'TIMESTAMP_SKEW']);
    expect(Math.abs(body.error.details.server_time - rightNowMs() / 1_000)).toBeLessThan(5);
    vi.restoreAllMocks();
    expect(await outcomesOf(client)).toEqual(new Set(['200 resting']));
  });

  it.each(STARTS_MS)('that starts %i ms off refuses nobody', async (shiftMs) => {
    const key = await world.issue(signer, await world.builderId());
    shift(shiftMs);
    const another = await world.startSigner();
    const through = new BuilderClient(another.url, key);
    // Before the first answer of the engine it may say that it does not know.
    let first = await submit(through);
    while (first.status === 503) first = await submit(through);
    expect(await outcomesOf(through)).not.toContain('401 TIMESTAMP_SKEW');
    const health: unknown = await (await fetch(`${another.url}/readyz`)).json();
    expect(health).toMatchObject({ ready: true, checks: { clock: { ok: false } } });
    const metrics = await (await fetch(`${another.url}/metrics`)).text();
    const [, ahead] = /^bellwether_clock_ahead_seconds\{[^}]*\} (\S+)$/m.exec(metrics) ?? [];
    expect(Math.abs(Number(ahead) * 1_000 - shiftMs)).toBeLessThan(500);
    await world.stopSigner(another);
  });

  it('that has met no engine says that it does not know, not that the builder is wrong', async () => {
    const key = await world.issue(signer, await world.builderId());
    await world.engine.stop();
    shift(HOUR_MS);
    const another = await world.startSigner();
    const through = new BuilderClient(another.url, key);
    const { status, body } = await submit(through);
    expect([status, body.error.code, body.error.retryable]).toEqual([
      503,
      'SIGNER_UNAVAILABLE',
      true,
    ]);
    vi.restoreAllMocks();
    await world.stopSigner(another);
    await world.engine.serve();
  });
});
