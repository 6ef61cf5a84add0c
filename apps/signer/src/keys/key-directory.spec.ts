/**
 * The directory is never more out of date than documented. The spec has its own clock and table; test/ tests the real
 * database.
 */
import { describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import type { ApiKey } from '@bellwether/persistence';
import { KEY_FRESH_MS, KEY_STALE_WHEN_DATABASE_DOWN_MS } from '../limits';
import { formatApiKey } from './api-key';
import { KeyDirectory } from './key-directory';

const keyId = new Uint8Array(16).fill(7);
const apiKey = formatApiKey({ network: 'test', keyId, random: new Uint8Array(32) });
const stored: ApiKey = {
  keyId,
  builderId: 'b',
  apiKeyHash: new Uint8Array(32),
  scopes: ['trade'],
  maxFeeBps: 100,
  ordersPerSecond: 2_000,
  isFirst: false,
  isStopped: false,
  dailyOutflowMicroUsdc: 0,
  generation: 1,
  previousApiKeyHash: null,
  previousValidUntilMs: null,
  userCount: 0,
  createdMs: 0,
  lastUsedMs: null,
  rotatedMs: null,
  revokedMs: null,
};

function directoryOver(row: ApiKey | null) {
  const world = { nowMs: 1_000_000, reads: 0, row, isDown: false };
  const directory = new KeyDirectory(
    { network: 'test', now: () => world.nowMs },
    {
      async key() {
        world.reads++;
        if (world.isDown) throw new CodedError('HISTORY_UNAVAILABLE');
        return world.row;
      },
    },
  );
  return { world, directory };
}

describe('the key directory', () => {
  it('reads a key once while it is fresh, and again when it is not', async () => {
    const { world, directory } = directoryOver(stored);
    expect(await directory.find(apiKey)).toBe(stored);
    world.nowMs += KEY_FRESH_MS - 1;
    await directory.find(apiKey);
    expect(world.reads).toBe(1);

    const revoked = { ...stored, revokedMs: 1 };
    world.row = revoked;
    world.nowMs += 1;
    expect(await directory.find(apiKey)).toBe(revoked);
    expect(world.reads).toBe(2);
  });

  it('shares one read among concurrent requests', async () => {
    const { world, directory } = directoryOver(stored);
    await Promise.all(Array.from({ length: 100 }, () => directory.find(apiKey)));
    expect(world.reads).toBe(1);
  });

  it('remembers that a key is unknown, and asks for no text that cannot be a key', async () => {
    const { world, directory } = directoryOver(null);
    expect(await directory.find(apiKey)).toBeUndefined();
    expect(await directory.find(apiKey)).toBeUndefined();
    expect(await directory.find('nonsense')).toBeUndefined();
    expect(world.reads).toBe(1);
  });

  it('knows a change made here at once, also while a read is under way', async () => {
    const { world, directory } = directoryOver(stored);
    const before = directory.find(apiKey);
    world.row = { ...stored, revokedMs: 1 };
    directory.forget(keyId);
    await before;
    expect((await directory.find(apiKey))?.revokedMs).toBe(1);
  });

  it('goes on with a known key for a minute while the database is down, then is unavailable', async () => {
    const { world, directory } = directoryOver(stored);
    await directory.find(apiKey);
    world.isDown = true;
    world.nowMs += KEY_STALE_WHEN_DATABASE_DOWN_MS - 1;
    expect(await directory.find(apiKey)).toBe(stored);
    expect(await directory.find(apiKey)).toBe(stored);
    expect(world.reads).toBe(2);
    world.nowMs += KEY_FRESH_MS;
    await expect(directory.find(apiKey)).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
  });

  it('is unavailable for a key it does not know while the database is down', async () => {
    const { world, directory } = directoryOver(null);
    await directory.find(apiKey);
    world.isDown = true;
    world.nowMs += KEY_FRESH_MS;
    await expect(directory.find(apiKey)).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
  });
});
