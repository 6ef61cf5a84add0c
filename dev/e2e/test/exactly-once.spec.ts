/**
 * One submit is one order and one answer, however often it is sent and whatever becomes of the connection: the nonce
 * says which repeats belong together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expectOk, orders, submitted } from '../src/answers';
import type { Builder } from '../src/builder';
import { sendAndCut } from '../src/cut-connection';
import { suiteExchange } from '../src/exchange';
import type { HttpAnswer } from '../src/http';
import {
  USDC,
  balanceOf,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newMarket,
} from '../src/scenario';

const REPEATS = 100;
const exchange = suiteExchange();

async function scene() {
  const { builder } = await newBuilder(exchange);
  const user = await fundedUser(exchange, builder);
  const order = {
    user,
    market_id: await newMarket(exchange),
    side: 'buy',
    outcome: 'yes',
    price: 5_000,
    size: 100,
    order_type: 'gtc',
    nonce: 1,
  };
  return { builder, user, order };
}

/** As a client should: after 429 and 503 nothing was done, and it may try again. */
async function submitWithRetries(builder: Builder, order: unknown): Promise<HttpAnswer> {
  for (;;) {
    const answer = await builder.post('/v1/submit', order);
    if (answer.status !== 429 && answer.status !== 503) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

describe(`${REPEATS} repeats of one submit`, () => {
  it('at once, each cut after it was sent, then asked again, are one order and one answer', async () => {
    const { builder, user, order } = await scene();
    const text = JSON.stringify(order);
    const url = `${exchange.file.signer_url}/v1/submit`;
    const repeats = Array.from({ length: REPEATS });
    await Promise.all(
      repeats.map(() => sendAndCut(url, builder.envelope('/v1/submit', text), text)),
    );
    const answers = await Promise.all(repeats.map(() => submitWithRetries(builder, order)));

    const bodies = answers.map((answer) => expectOk(submitted, answer));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    const firsts = answers.filter(({ headers }) => headers.get('idempotent-replay') !== 'true');
    expect(firsts.length).toBeLessThanOrEqual(1);
    expect(await balanceOf(exchange, user)).toMatchObject({
      locked: 50 * USDC,
      total: 1_000 * USDC,
    });
    const open = expectOk(orders, await exchange.get(`/v1/orders/${user}?status=open`)).orders;
    expect(open).toMatchObject([{ order_id: bodies[0]?.order_id, size: 100, nonce: 1 }]);
    await historyCaughtUp(exchange);
    const all = expectOk(orders, await exchange.get(`/v1/orders/${user}`)).orders;
    expect(all).toHaveLength(1);
  });

  it('at once with as many different bodies are one order, and conflicts', async () => {
    const { builder, user, order } = await scene();
    const sizes = Array.from({ length: REPEATS }, (_, index) => index + 2); // 1 USD and more
    const answers = await Promise.all(
      sizes.map((size) => submitWithRetries(builder, { ...order, size })),
    );
    const taken = answers.filter(({ status }) => status === 200);
    const conflicts = answers.filter(({ status }) => status === 409);
    expect([taken.length, conflicts.length]).toEqual([1, REPEATS - 1]);
    for (const { body } of conflicts) {
      expect(body).toMatchObject({ error: { code: 'NONCE_REUSED', details: { nonce: 1 } } });
    }
    const open = expectOk(orders, await exchange.get(`/v1/orders/${user}?status=open`)).orders;
    expect(open).toHaveLength(1);
  });
});
