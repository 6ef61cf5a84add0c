/** A credential that trades or withdraws gives access to users' money, so no operator ever has a working one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSigner } from '../src/start';
import { BuilderClient } from './builder-client';
import { SignerUnderTest } from './signer-under-test';

const requestId = { requestId: 'test' };
let world: SignerUnderTest;
let signer: RunningSigner;
beforeAll(async () => {
  world = await SignerUnderTest.start();
  signer = await world.startSigner();
});
afterAll(async () => world.stop());

type Answer = Awaited<ReturnType<BuilderClient['post']>>;
const codeOf = ({ status, body }: Answer) => [status, body.error?.code];
const takeOver = (client: BuilderClient, keyId: string) =>
  client.post(`/v1/builder/keys/${keyId}/rotate`, {});
const issue = (builderId: string) => world.admin.ask('create_key', { builderId }, requestId);

describe('the key that an operator issues', () => {
  it('can do nothing but be replaced, and then its first credential is over', async () => {
    const issued = await issue(await world.builderId());
    const { keyId } = issued;
    const seen = new BuilderClient(signer.url, issued);
    const calls: (readonly [string, object])[] = [
      ['/v1/trades', {}],
      ['/v1/session', { user: '11'.repeat(32) }],
      ['/v1/withdraw', {}],
      ['/v1/submit', {}],
      ['/v1/submit/batch', { operations: [] }],
      ['/v1/sign', {}],
      ['/v1/builder/keys', { scopes: ['withdraw'] }],
    ];
    for (const [path, body] of calls)
      expect([path, ...codeOf(await seen.post(path, body))]).toEqual([
        path,
        403,
        'KEY_NOT_TAKEN_OVER',
      ]);
    const user = await seen.postWithKey('/v1/keys', { user_id: 'alice' });
    expect(codeOf(user)).toEqual([403, 'KEY_NOT_TAKEN_OVER']);

    const taken = await takeOver(seen, keyId);
    expect(taken.status).toBe(200);
    expect(codeOf(await seen.post('/v1/trades', {}))).toEqual([401, 'API_KEY_INVALID']);
    // An operator who saw the first credential cannot take it over again.
    expect(codeOf(await takeOver(seen, keyId))).toEqual([401, 'API_KEY_INVALID']);
    const own = new BuilderClient(signer.url, {
      apiKey: taken.body.api_key,
      secret: taken.body.secret,
    });
    expect((await own.post('/v1/trades', {})).status).toBe(200);
    expect((await own.postWithKey('/v1/keys', { user_id: 'alice' })).status).toBe(200);
  });

  it('is taken over by one, of any number who try at once', async () => {
    const issued = await issue(await world.builderId());
    const seen = new BuilderClient(signer.url, issued);
    const tries = await Promise.all(
      Array.from({ length: 8 }, async () => (await takeOver(seen, issued.keyId)).status),
    );
    expect(tries.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(tries)).toEqual(new Set([200, 401]));
  });

  it('is the only one of its builder, unless nobody has taken it over, at once or in turn', async () => {
    const builderId = await world.builderId();
    const asked = await Promise.allSettled(Array.from({ length: 6 }, async () => issue(builderId)));
    const made = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toHaveLength(1);
    const refused = { code: 'BUILDER_HAS_KEYS' };
    await expect(issue(builderId)).rejects.toMatchObject(refused);
    // Lost on the way: it is stopped, and another one issued.
    const lost = made[0]!;
    await world.admin.ask('revoke_key', { keyId: lost.keyId }, requestId);
    const next = await issue(builderId);
    await expect(
      world.admin.ask('restore_key', { keyId: lost.keyId }, requestId),
    ).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
    expect((await takeOver(new BuilderClient(signer.url, next), next.keyId)).status).toBe(200);
    await expect(issue(builderId)).rejects.toMatchObject(refused);
    // Not even after an operator has stopped every key of it.
    await world.admin.ask('revoke_key', { keyId: next.keyId }, requestId);
    await expect(issue(builderId)).rejects.toMatchObject(refused);
  });

  it('works again after an operator stopped it, for its builder; what the builder revoked does not', async () => {
    const builderId = await world.builderId();
    const first = await world.firstOf(signer, builderId);
    const other = await world.issue(signer, builderId);
    await world.admin.ask('revoke_key', { keyId: other.keyId }, requestId);
    const client = new BuilderClient(signer.url, other);
    expect((await client.post('/v1/trades', {})).status).toBe(401);
    await world.admin.ask('restore_key', { keyId: other.keyId }, requestId);
    expect((await client.post('/v1/trades', {})).status).toBe(200);
    const revoked = await first.delete(`/v1/builder/keys/${other.keyId}`);
    expect(revoked.status).toBe(200);
    await expect(
      world.admin.ask('restore_key', { keyId: other.keyId }, requestId),
    ).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
  });
});

describe('a builder', () => {
  it('makes keys for whatever it wants, with at most the orders a second of the key that makes them', async () => {
    const builderId = await world.builderId();
    const first = await world.firstOf(signer, builderId);
    const trader = await world.client(signer, { builderId, scopes: ['trade'], ordersPerSecond: 9 });
    const scopes = ['trade', 'withdraw'];
    expect(codeOf(await trader.post('/v1/builder/keys', { scopes }))).toEqual([
      403,
      'SCOPE_MISSING',
    ]);
    const payer = await first.post('/v1/builder/keys', { scopes, daily_outflow_micro_usdc: 5 });
    expect(payer.status).toBe(200);
    const slow = await world.client(signer, { builderId, scopes: ['keys'], ordersPerSecond: 10 });
    const fast = await slow.post('/v1/builder/keys', { orders_per_second: 11 });
    expect(codeOf(fast)).toEqual([400, 'VALIDATION_FAILED']);
    expect(fast.body.error.details).toMatchObject({ field: 'orders_per_second', value: 11 });
    // A key that manages keys serves no users.
    expect(codeOf(await slow.postWithKey('/v1/keys', { user_id: 'a' }))).toEqual([
      403,
      'SCOPE_MISSING',
    ]);
  });

  it('touches no key of another one', async () => {
    const [mine, theirs] = [await world.builderId(), await world.builderId()];
    const first = await world.firstOf(signer, mine);
    const { keyId } = await world.issue(signer, theirs);
    expect(codeOf(await takeOver(first, keyId))).toEqual([404, 'KEY_NOT_FOUND']);
    const revoked = await first.delete(`/v1/builder/keys/${keyId}`);
    expect(codeOf(revoked)).toEqual([404, 'KEY_NOT_FOUND']);
  });

  it('reads on for five minutes at most by a key that is over', async () => {
    const builderId = await world.builderId();
    const reader = await world.client(signer, { builderId });
    const user = await reader.user('alice');
    const { body } = await reader.post('/v1/session', { user });
    const left = body.expires_at - Math.floor(Date.now() / 1_000);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(5 * 60);
  });
});
