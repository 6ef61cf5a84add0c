import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '@bellwether/errors';
import { freePort, startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { requireSyncedServers } from '../src/connection/server-sync';
import { silent } from './nats-under-test';

let folder: string;
const servers: NatsServer[] = [];
const urls: Record<'syncing' | 'lazy' | 'absent', string> = { syncing: '', lazy: '', absent: '' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-sync-'));
  for (const name of ['syncing', 'lazy'] as const) {
    const monitorPort = await freePort();
    const dataDir = join(folder, name);
    servers.push(await startNatsServer({ dataDir, monitorPort, syncs: name === 'syncing' }));
    urls[name] = `http://127.0.0.1:${monitorPort}`;
  }
  urls.absent = `http://127.0.0.1:${await freePort()}`;
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

const requireThese = (...names: (keyof typeof urls)[]) =>
  requireSyncedServers({ monitorUrls: names.map((name) => urls[name]) }, silent);

describe('servers of a journal', () => {
  it('that sync every append are taken, also while others of the cluster are away', async () => {
    await expect(requireThese('syncing')).resolves.toBeUndefined();
    await expect(requireThese('absent', 'syncing')).resolves.toBeUndefined();
  });

  it('are refused where a single one syncs every two minutes', async () => {
    await expect(requireThese('syncing', 'lazy')).rejects.toThrow(
      `the nats-server at ${urls.lazy} runs without sync_interval: always`,
    );
    await expect(requireThese('lazy')).rejects.toBeInstanceOf(Fault);
  });

  it('are waited for, and given up where nobody stops waiting', async () => {
    const signal = AbortSignal.timeout(100);
    const waiting = requireSyncedServers({ monitorUrls: [urls.absent], signal }, silent);
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
