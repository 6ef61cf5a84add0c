/** While a part is away the signer answers with its code, continues with what it knows, and recovers by itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@bellwether/funding-testbed';
import { KEY_FRESH_MS } from '../src/limits';
import type { RunningSigner } from '../src/start';
import { BuilderClient } from './builder-client';
import { EngineUnderTest } from './engine-under-test';
import { SignerUnderTest } from './signer-under-test';

describe('a signer', () => {
  let world: SignerUnderTest;
  let signer: RunningSigner;
  let client: BuilderClient;

  beforeAll(async () => {
    world = await SignerUnderTest.start({ isDurable: true });
    signer = await world.startSigner();
    client = await world.client(signer);
  });
  afterAll(async () => world.stop());

  const ready = async () => {
    const response = await fetch(`${signer.url}/readyz`);
    const { checks } = (await response.json()) as { checks: Record<string, { ok: boolean }> };
    return [response.status, checks['engine']?.ok, checks['postgres']?.ok];
  };

  it('without PostgreSQL trades on with the users it knows, refuses what it cannot know, and recovers', async () => {
    const market_id = world.market();
    const user = await client.user('alice');
    world.credit(user, 1_000_000);
    let nonce = 0;
    const submit = async () => {
      const order = { user, market_id, side: 'buy', outcome: 'yes', price: 1, size: 1 };
      const rest = { order_type: 'gtc', nonce: ++nonce };
      return (await client.post('/v1/submit', { ...order, ...rest })).status;
    };
    expect([await submit(), await ready()]).toEqual([200, [200, true, true]]);

    const unknown = await world.client(signer);
    const outage = await world.killPostgres();
    await sleep(KEY_FRESH_MS);
    expect(await submit()).toBe(200);
    expect(await ready()).toEqual([200, true, false]);
    const newUser = await client.postWithKey('/v1/keys', { user_id: 'bob' });
    expect([newUser.status, newUser.body.error.code]).toEqual([503, 'SIGNER_UNAVAILABLE']);
    const history = await client.post('/v1/trades', {});
    expect([history.status, history.body.error.code]).toEqual([503, 'HISTORY_UNAVAILABLE']);
    const unread = await unknown.post('/v1/trades', {});
    expect([unread.status, unread.body.error.code]).toEqual([503, 'SIGNER_UNAVAILABLE']);

    await outage.restart();
    expect((await client.postWithKey('/v1/keys', { user_id: 'bob' })).status).toBe(200);
    expect((await unknown.post('/v1/trades', {})).status).toBe(200);
    expect(await ready()).toEqual([200, true, true]);
  });

  it('without an engine goes on refusing by itself; for an engine of another network it is of no use', async () => {
    const user = await client.user('dora');
    const body = {
      user,
      market_id: world.market(),
      side: 'buy',
      outcome: 'yes',
      price: 1,
      size: 1,
    };
    const rest = { order_type: 'gtc', nonce: 1 };
    await world.engine.stop();
    const refused = await client.post('/v1/submit', { ...body, ...rest });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'ENGINE_UNAVAILABLE']);
    expect(await ready()).toEqual([200, false, true]);

    const foreign = new EngineUnderTest(world.bus, 'production');
    await foreign.serve();
    await until(async () => (await ready())[0] === 503);
    await foreign.stop();
    await world.engine.serve();
    await until(async () => String(await ready()) === '200,true,true');
  });

  it('of another master signs nothing for the users of this one', async () => {
    const user = await client.user('carol');
    world.masters.DELEGATED_KEY_MASTER = Buffer.alloc(32, 1).toString('base64');
    const other = await world.startSigner();
    const body = {
      user,
      market_id: world.market(),
      side: 'buy',
      outcome: 'yes',
      price: 1,
      size: 1,
    };
    const rest = { order_type: 'gtc', nonce: 1 };
    const { status, body: answer } = await new BuilderClient(other.url, client.credentials).post(
      '/v1/submit',
      { ...body, ...rest },
    );
    expect([status, answer.error.code]).toEqual([500, 'INTERNAL']);
    expect(JSON.stringify(answer)).not.toContain('MASTER');
    expect(world.logged.join('')).toContain('DELEGATED_KEY_MASTER is not the one');
  });
});
