import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { roomOfMajority, roomOfServers } from '../src/connection/server-room';

const MAX_STORE_BYTES = 50_000_000;
let folder: string;
let server: NatsServer;
let url: string;
let absent: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-room-'));
  const monitorPort = await freePort();
  server = await startNatsServer({ dataDir: folder, monitorPort, maxStoreBytes: MAX_STORE_BYTES });
  url = `http://127.0.0.1:${monitorPort}`;
  absent = `http://127.0.0.1:${await freePort()}`;
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const free = (freeBytes: number) => ({ freeBytes, sizeBytes: 100 });

describe('what servers still take', () => {
  it('is what their streams may use less what they use', async () => {
    expect(await roomOfServers([url])).toEqual({
      freeBytes: MAX_STORE_BYTES,
      sizeBytes: MAX_STORE_BYTES,
    });
  });

  it('is not known where fewer than a majority tell', async () => {
    expect(await roomOfServers([absent])).toBeNull();
    expect(await roomOfServers([url, absent, absent])).toBeNull();
  });

  it.each([
    [[5], 5],
    [[5, 7], 5],
    [[0, 9, 7], 7],
    [[0, 1, 7], 1],
    [[null, 9, 7], 7],
    [[3, 9, 7, 1, 5], 5],
  ])('of %j a majority has %d', (reported, majority) => {
    const rooms = reported.map((bytes) => (bytes === null ? null : free(bytes)));
    expect(roomOfMajority(rooms)).toEqual(free(majority));
  });
});
