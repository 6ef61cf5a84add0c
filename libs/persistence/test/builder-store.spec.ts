import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuilderStore } from '../src/builders/builder-store';
import type { UserLink } from '../src/builders/builder-store';
import { key16, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

let server: TestServer;
let store: BuilderStore;

beforeAll(async () => {
  server = await startTestServer();
  store = new BuilderStore((await server.database()).database);
  for (const builderId of ['alpha', 'beta', 'gamma'])
    await store.createBuilder({ builderId, name: `The ${builderId}`, maxFeeBps: 50, createdMs: 7 });
});
afterAll(() => server.stop());

const newKey = (number: number, builderId = 'alpha') => ({
  keyId: key16(number),
  builderId,
  apiKeyHash: key32(number),
  scopes: ['trade', 'withdraw'],
  maxFeeBps: 50,
  ordersPerSecond: 2_000,
  dailyOutflowMicroUsdc: 3_000_000_000_000,
  createdMs: 1_000 + number,
});

describe('builders', () => {
  it('are found by id', async () => {
    expect(await store.builder('alpha')).toEqual({
      builderId: 'alpha',
      name: 'The alpha',
      maxFeeBps: 50,
      createdMs: 7,
    });
    expect(await store.builder('omega')).toBeNull();
  });

  it('are listed oldest first, in pages, by a part of their name or by their id', async () => {
    const first = await store.list({ limit: 2 });
    expect(first).toEqual({
      items: [
        expect.objectContaining({ builderId: 'alpha', activeKeys: 0, userCount: 0 }),
        expect.objectContaining({ builderId: 'beta' }),
      ],
      hasMore: true,
    });
    expect(await store.list({ after: 'beta', limit: 2 })).toMatchObject({
      items: [{ builderId: 'gamma', name: 'The gamma', lastUsedMs: null }],
      hasMore: false,
    });
    const found = async (search: string) =>
      (await store.list({ search, limit: 9 })).items.map(({ builderId }) => builderId);
    expect(await found('THE B')).toEqual(['beta']);
    expect(await found('gamma')).toEqual(['gamma']);
    expect(await found('%')).toEqual([]);
    await expect(store.list({ after: 'omega', limit: 2 })).rejects.toMatchObject({
      code: 'INVALID_CURSOR',
    });
  });
});

describe('API keys', () => {
  it('are made in generation 1, unused and without users', async () => {
    const expected = {
      ...newKey(1),
      generation: 1,
      previousApiKeyHash: null,
      previousValidUntilMs: null,
      userCount: 0,
      lastUsedMs: null,
      rotatedMs: null,
      revokedMs: null,
      isFirst: false,
      isStopped: false,
    };
    expect(await store.createKey(newKey(1))).toEqual(expected);
    expect(await store.key(key16(1))).toEqual(expected);
    expect(await store.key(key16(999))).toBeNull();
  });

  it('need a builder', async () => {
    await expect(store.createKey(newKey(2, 'omega'))).rejects.toMatchObject({
      code: 'BUILDER_NOT_FOUND',
      details: { builder_id: 'omega' },
    });
  });

  it('are listed oldest first, of one builder or of all', async () => {
    await store.createKey({ ...newKey(21, 'gamma'), createdMs: 50 });
    await store.createKey({ ...newKey(20, 'gamma'), createdMs: 60 });
    const idsOf = async (builderId?: string) =>
      (await store.keys(builderId)).map(({ keyId }) => keyId);
    expect(await idsOf('gamma')).toEqual([key16(21), key16(20)]);
    expect((await idsOf()).slice(0, 2)).toEqual([key16(21), key16(20)]);
    expect(await idsOf('omega')).toEqual([]);
  });

  it('keep the generation before when rotated', async () => {
    await store.createKey(newKey(3));
    const rotation = { keyId: key16(3), rotatedMs: 5_000, previousValidUntilMs: 9_000 };
    expect(await store.rotateKey({ ...rotation, apiKeyHash: key32(31) })).toMatchObject({
      generation: 2,
      apiKeyHash: key32(31),
      previousApiKeyHash: key32(3),
      previousValidUntilMs: 9_000,
      rotatedMs: 5_000,
    });
  });

  it('take every one of several rotations at once', async () => {
    await store.createKey(newKey(4));
    const rotated = await Promise.all(
      [41, 42, 43, 44].map((hash) =>
        store.rotateKey({
          keyId: key16(4),
          apiKeyHash: key32(hash),
          rotatedMs: hash,
          previousValidUntilMs: 0,
        }),
      ),
    );
    const inOrder = rotated.toSorted((a, b) => a.generation - b.generation);
    expect(inOrder.map(({ generation }) => generation)).toEqual([2, 3, 4, 5]);
    for (const [index, key] of inOrder.entries())
      expect(key.previousApiKeyHash).toEqual(inOrder[index - 1]?.apiKeyHash ?? key32(4));
  });

  it('are revoked once, and rotate no more', async () => {
    await store.createKey(newKey(5));
    expect(await store.revokeKey(key16(5), 100)).toMatchObject({ revokedMs: 100 });
    expect(await store.revokeKey(key16(5), 200)).toMatchObject({ revokedMs: 100 });
    const rotation = {
      keyId: key16(5),
      apiKeyHash: key32(1),
      rotatedMs: 1,
      previousValidUntilMs: 2,
    };
    const notFound = { code: 'KEY_NOT_FOUND' };
    await expect(store.rotateKey(rotation)).rejects.toMatchObject(notFound);
    await expect(store.rotateKey({ ...rotation, keyId: key16(999) })).rejects.toMatchObject(
      notFound,
    );
    await expect(store.revokeKey(key16(999), 1)).rejects.toMatchObject(notFound);
  });

  it('remember their last use, which never moves back', async () => {
    await store.createKey(newKey(6));
    await store.createKey(newKey(7));
    await store.touchKeys([
      { keyId: key16(6), usedMs: 300 },
      { keyId: key16(7), usedMs: 400 },
      { keyId: key16(6), usedMs: 200 },
      { keyId: key16(999), usedMs: 1 },
    ]);
    await store.touchKeys([{ keyId: key16(7), usedMs: 350 }]);
    await store.touchKeys([]);
    expect(await store.key(key16(6))).toMatchObject({ lastUsedMs: 300 });
    expect(await store.key(key16(7))).toMatchObject({ lastUsedMs: 400 });
  });
});

describe('users', () => {
  const link = (fields: Partial<UserLink>): UserLink => ({
    user: key32(1),
    keyId: key16(10),
    builderId: 'alpha',
    userId: 'customer 1',
    linkedMs: 5,
    ...fields,
  });

  it('are linked once a key, and counted by it', async () => {
    await store.createKey(newKey(10));
    await store.createKey(newKey(11));
    expect(await store.linkUser(link({}))).toEqual({ created: true });
    expect(await store.linkUser(link({}))).toEqual({ created: false });
    expect(await store.linkUser(link({ keyId: key16(11) }))).toEqual({ created: true });
    expect(await store.linkUser(link({ user: key32(2) }))).toEqual({ created: true });
    expect(await store.key(key16(10))).toMatchObject({ userCount: 2 });
    expect(await store.key(key16(11))).toMatchObject({ userCount: 1 });
    expect(await store.isLinked(key32(2), key16(10))).toBe(true);
    expect(await store.isLinked(key32(2), key16(11))).toBe(false);
  });

  it('are counted once when linked several times at once', async () => {
    await store.createKey(newKey(12));
    const links = Array.from({ length: 8 }, () => link({ user: key32(3), keyId: key16(12) }));
    const answers = await Promise.all(links.map((one) => store.linkUser(one)));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(await store.key(key16(12))).toMatchObject({ userCount: 1 });
  });

  it('belong to one builder, under the name it gave', async () => {
    await store.createKey(newKey(13, 'beta'));
    await store.createKey(newKey(14));
    await store.linkUser(link({ user: key32(4), keyId: key16(14), userId: '\uFEFFZoë \u0000 🦊' }));
    const others = link({ user: key32(4), keyId: key16(13), builderId: 'beta' });
    await expect(store.linkUser(others)).rejects.toMatchObject({
      code: 'USER_BELONGS_TO_ANOTHER_BUILDER',
    });
    const userId = '\uFEFFZoë \u0000 🦊';
    expect(await store.userOf(key32(4))).toEqual({ builderId: 'alpha', userId });
    expect(await store.userOf(key32(999))).toBeNull();
  });

  it('need a key', async () => {
    const unknown = link({ user: key32(5), keyId: key16(999) });
    await expect(store.linkUser(unknown)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
  });
});
