/**
 * Users' keys are deterministic and belong to builders. API keys live and end as docs/protocol/builder-envelope.md
 * says.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '../src/keys/scopes';
import { KEY_FRESH_MS, ROTATION_OVERLAP_SECONDS } from '../src/limits';
import type { RunningSigner } from '../src/start';
import { BuilderClient } from './builder-client';
import { SignerUnderTest } from './signer-under-test';

const requestId = { requestId: 'test' };

describe('users’ keys', () => {
  let world: SignerUnderTest;
  let signer: RunningSigner;
  beforeAll(async () => {
    world = await SignerUnderTest.start();
    signer = await world.startSigner();
  });
  afterAll(async () => world.stop());

  const registrations = (): number =>
    world.engine.commands.filter(({ kind }) => kind === 'register_delegate').length;

  it('are the same for the same user id, over every key of the builder and over a restart', async () => {
    const builderId = await world.builderId();
    const [first, second] = [
      await world.client(signer, { builderId }),
      await world.client(signer, { builderId }),
    ];
    const alice = await first.user('alice');
    expect(await first.user('alice')).toBe(alice);
    expect(await second.user('alice')).toBe(alice);

    const restarted = await world.startSigner();
    const again = new BuilderClient(restarted.url, first.credentials);
    expect(await again.user('alice')).toBe(alice);
    await world.stopSigner(restarted);
  });

  it.each(['\u0000', 'a\u0000', 'a\nb', '\u007f', '\uFEFFa', '🦊'.repeat(32)])(
    'are made and used under any 1 to 128 bytes of UTF-8: %j',
    async (userId) => {
      const client = await world.client(signer);
      const user = await client.user(userId);
      const restarted = await world.startSigner();
      const again = new BuilderClient(restarted.url, client.credentials);
      expect(await again.user(userId)).toBe(user);
      // The key is derived from the stored names. Otherwise it would not be the user's, and nothing would be signed.
      const cancelAll = await again.post('/v1/cancel-all', { user, nonce: 1 });
      expect(cancelAll.status).toBe(200);
      await world.stopSigner(restarted);
    },
  );

  it('differ between user ids, compared byte for byte, and between builders', async () => {
    const [mine, theirs] = [await world.client(signer), await world.client(signer)];
    const ids = ['alice', 'Alice', ' alice', 'é', 'e\u0301', '👩‍🚀'];
    const keys = await Promise.all(ids.map((id) => mine.user(id)));
    keys.push(await theirs.user('alice'));
    expect(new Set(keys).size).toBe(ids.length + 1);
  });

  it('are registered in the engine before they are answered, once', async () => {
    const client = await world.client(signer);
    const before = registrations();
    await client.user('bob');
    expect(registrations()).toBe(before + 1);
    await Promise.all(Array.from({ length: 10 }, () => client.user('bob')));
    expect(registrations()).toBe(before + 1);
  });

  it('are made again after the engine took one in and was not heard', async () => {
    const client = await world.client(signer);
    world.engine.isMute = true;
    const lost = await client.postWithKey('/v1/keys', { user_id: 'carol' });
    expect([lost.status, lost.body.error.code]).toEqual([504, 'OUTCOME_UNKNOWN']);
    world.engine.isMute = false;
    const { status, body } = await client.postWithKey('/v1/keys', { user_id: 'carol' });
    expect([status, body.user_id]).toEqual([200, 'carol']);
  });

  it.each([
    [{}, 'VALIDATION_FAILED', 'user_id'],
    [{ user_id: '' }, 'VALIDATION_FAILED', 'user_id'],
    [{ user_id: 7 }, 'VALIDATION_FAILED', 'user_id'],
    [{ user_id: 'x'.repeat(129) }, 'VALIDATION_FAILED', 'user_id'],
    [{ user_id: 'é'.repeat(65) }, 'VALIDATION_FAILED', 'user_id'],
    [{ user_id: 'a', name: 'b' }, 'UNKNOWN_FIELD', 'name'],
  ])('of %j are refused by field', async (body, code, field) => {
    const client = await world.client(signer);
    const answer = await client.postWithKey('/v1/keys', body);
    expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([
      400,
      code,
      field,
    ]);
  });

  it('of lone surrogates are refused: they have no bytes', async () => {
    const client = await world.client(signer);
    const { status } = await client.send('/v1/keys', '{"user_id":"\\ud800"}', {
      'x-api-key': client.credentials.apiKey,
    });
    expect(status).toBe(400);
  });

  it('say that deposits are not configured, to those who may ask', async () => {
    const [mine, theirs] = [await world.client(signer), await world.client(signer)];
    const user = await mine.user('dave');
    const ask = async (client: BuilderClient, body: object) => {
      const answer = await client.postWithKey('/v1/deposit/address', body);
      return [answer.status, answer.body.error.code];
    };
    expect(await ask(mine, { user, chain: 'ext' })).toEqual([503, 'FUNDING_NOT_CONFIGURED']);
    expect(await ask(mine, { user, chain: 'main' })).toEqual([503, 'FUNDING_NOT_CONFIGURED']);
    expect(await ask(mine, { user, chain: 'moon' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await ask(mine, { user: 'x', chain: 'ext' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await ask(theirs, { user, chain: 'ext' })).toEqual([403, 'NOT_YOUR_USER']);
  });
});

describe('API keys', () => {
  let world: SignerUnderTest;
  let signer: RunningSigner;
  let replica: RunningSigner;
  beforeAll(async () => {
    world = await SignerUnderTest.start();
    // One at a time: only the first serves the administration until the second is there.
    signer = await world.startSigner();
    replica = await world.startSigner();
  });
  afterAll(async () => world.stop());

  const trades = async (client: BuilderClient): Promise<number> =>
    (await client.post('/v1/trades', {})).status;
  const on = (where: RunningSigner, client: BuilderClient) =>
    new BuilderClient(where.url, client.credentials);

  it('are known at once, on every signer', async () => {
    const client = await world.client(signer);
    expect(await trades(client)).toBe(200);
    expect(await trades(on(replica, client))).toBe(200);
  });

  it('rotate: both credentials work for the overlap, each with its own secret', async () => {
    const builderId = await world.builderId();
    const first = await world.firstOf(signer, builderId);
    const old = await world.client(signer, { builderId });
    const [, , keyIdHex] = old.credentials.apiKey.split('_');
    const keyId = String(keyIdHex);
    const rotate = async () => {
      const { body } = await first.post(`/v1/builder/keys/${keyId}/rotate`, {});
      const { api_key: apiKey, secret, key_id, previous_valid_until: until } = body;
      return { apiKey, secret, keyId: key_id, previousValidUntilMs: until * 1_000 };
    };
    expect(await trades(old)).toBe(200);
    const rotated = await rotate();
    const overlapMs = rotated.previousValidUntilMs - Date.now();
    expect(Math.abs(overlapMs - ROTATION_OVERLAP_SECONDS * 1_000)).toBeLessThan(60_000);
    await sleep(KEY_FRESH_MS);

    expect(rotated.keyId).toBe(keyId);
    expect(await trades(new BuilderClient(signer.url, rotated))).toBe(200);
    expect(await trades(old)).toBe(200);
    const mixed = { apiKey: rotated.apiKey, secret: old.credentials.secret };
    expect(await trades(new BuilderClient(signer.url, mixed))).toBe(401);

    const third = await rotate();
    await sleep(KEY_FRESH_MS);
    expect(await trades(new BuilderClient(signer.url, third))).toBe(200);
    expect(await trades(new BuilderClient(signer.url, rotated))).toBe(200);
    expect(await trades(old)).toBe(401);
  });

  it('end on every signer within the stated time of their revocation', async () => {
    const client = await world.client(signer);
    const { keyId } = { keyId: String(client.credentials.apiKey.split('_')[2]) };
    const both = [client, on(replica, client)];
    expect(await Promise.all(both.map(trades))).toEqual([200, 200]);
    const { revokedMs } = await world.admin.ask('revoke_key', { keyId }, requestId);
    await sleep(KEY_FRESH_MS);
    expect(await Promise.all(both.map(trades))).toEqual([401, 401]);

    const again = await world.admin.ask('revoke_key', { keyId }, requestId);
    expect(again.revokedMs).toBe(revokedMs);
    expect(await world.admin.ask('restore_key', { keyId }, requestId)).toEqual({ keyId });
    await sleep(KEY_FRESH_MS);
    expect(await Promise.all(both.map(trades))).toEqual([200, 200]);
  });

  it('end at once on the signer that revokes', async () => {
    await world.stopSigner(replica);
    const client = await world.client(signer);
    const keyId = String(client.credentials.apiKey.split('_')[2]);
    expect(await trades(client)).toBe(200);
    await world.admin.ask('revoke_key', { keyId }, requestId);
    expect(await trades(client)).toBe(401);
  });

  it('are listed without anything secret, in pages, with their users and last use', async () => {
    const builderId = await world.builderId(25);
    const first = await world.client(signer, { builderId });
    const second = await world.client(signer, { builderId, scopes: ['trade', 'withdraw'] });
    await first.user('erin');
    const restarting = signer;
    signer = await world.startSigner();
    await world.stopSigner(restarting);

    const [firstKey] = (await world.admin.ask('list_keys', { builderId, limit: 1 }, requestId))
      .keys;
    expect(firstKey).toMatchObject({ scopes: ['trade', 'keys'], generation: 2, userCount: 0 });
    const begin = { builderId, after: String(firstKey?.keyId) };
    const page = await world.admin.ask('list_keys', { ...begin, limit: 1 }, requestId);
    expect(page.keys).toMatchObject([
      {
        keyId: first.credentials.apiKey.split('_')[2],
        builderId,
        builderName: 'Acme',
        scopes: ['trade'],
        maxFeeBps: 25,
        ordersPerSecond: 2_000,
        generation: 1,
        userCount: 1,
        lastUsedMs: expect.any(Number),
        revokedMs: null,
      },
    ]);
    const after = String(page.next);
    const rest = await world.admin.ask('list_keys', { builderId, after }, requestId);
    expect(rest).toMatchObject({ keys: [{ scopes: ['trade', 'withdraw'] }], next: null });
    const builders = await world.admin.ask('list_builders', { search: builderId }, requestId);
    expect(builders).toMatchObject({
      builders: [{ builderId, name: 'Acme', activeKeys: 3, revokedKeys: 0, userCount: 1 }],
      next: null,
    });
    const [oldest] = (await world.admin.ask('list_builders', { limit: 1 }, requestId)).builders;
    const later = { after: String(oldest?.builderId), limit: 1 };
    const [next] = (await world.admin.ask('list_builders', later, requestId)).builders;
    expect(next?.builderId).not.toBe(oldest?.builderId);
    const everything = JSON.stringify([page, rest, builders]);
    for (const { credentials } of [first, second]) {
      expect(everything).not.toContain(credentials.apiKey.slice(-64));
      expect(everything).not.toContain(credentials.secret);
    }
  });

  it('are made of what there is: builders, scopes, key ids', async () => {
    const ask = world.admin;
    const builderId = await world.builderId();
    await expect(ask.ask('create_key', { builderId: 'nobody' }, requestId)).rejects.toMatchObject({
      code: 'BUILDER_NOT_FOUND',
    });
    await expect(
      ask.ask('create_key', { builderId, scopes: ['trade', 'admin'] }, requestId),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'scopes', value: 'admin', expected: `one of ${SCOPES.join(', ')}` },
    });
    await expect(
      ask.ask('revoke_key', { keyId: '00'.repeat(16) }, requestId),
    ).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
    await expect(ask.ask('list_keys', { after: '00'.repeat(16) }, requestId)).rejects.toMatchObject(
      { code: 'INVALID_CURSOR' },
    );
    await expect(
      ask.ask('list_builders', { after: 'builder_none' }, requestId),
    ).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    await expect(ask.ask('create_builder', { name: 'a\u0000b' }, requestId)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('leave no credential in the log', async () => {
    const { apiKey, secret } = await world.issue(signer, await world.builderId());
    expect(world.logged.join('')).not.toContain(apiKey);
    expect(world.logged.join('')).not.toContain(secret);
    for (const master of Object.values(world.masters)) {
      expect(world.logged.join('')).not.toContain(master);
    }
  });
});
