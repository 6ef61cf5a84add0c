/** What watching costs: questions to nodes and memory, by the number of users. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultyRpc } from '@bellwether/local-chain';
import type { FaultyRpc } from '@bellwether/local-chain';
import { tickOf, userOf } from '@bellwether/funding-testbed';
import type { ChainName } from '../src/parts';
import { asNewProcess, scanToHead, scansOf } from './scan-by-hand';
import { World } from './world';

const CHAINS = ['ext', 'main'] as const;
const ROUNDS = 4;
const SLOTS_A_ROUND = 2;
const USERS = 50_000;

let world: World;
const nodes: FaultyRpc[] = [];

beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await world.stop();
});

async function node(name: ChainName): Promise<FaultyRpc> {
  const started = await startFaultyRpc({ upstream: world.network.description[name].rpcUrl });
  nodes.push(started);
  return started;
}

/** So many rows in all, of users nobody knows. */
const fillUp = (url: string, count: number) =>
  world.rows(
    url,
    `INSERT INTO watched_addresses (user_key, deposit_address, deposit_usdc_account, proxy_wallet,
       proxy_usdc_account, created_ms)
     SELECT sha256(('u' || i)::bytea), sha256(('d' || i)::bytea), sha256(('t' || i)::bytea),
       sha256(('p' || i)::bytea), sha256(('q' || i)::bytea), 0
     FROM generate_series((SELECT count(*) FROM watched_addresses) + 1, $1) AS i`,
    [count],
  );

/** What a user took of memory once was 807 bytes; what others of this process keep meanwhile is a few megabytes. */
const MOST_BYTES_A_USER = 200;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes that are in use. */
function memory(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('watching', () => {
  it('asks the nodes the same and takes no more memory, whether 1, 1,000 or 50,000 users are watched', async () => {
    const url = await world.databaseUrl();
    const [ext, main] = [await node('ext'), await node('main')];
    const parts = await world.parts(url, { rpcUrls: { ext: [ext.url], main: [main.url] } });
    await parts.stores.watched.watch(await parts.addresses.watchOf(userOf(1), Date.now()));
    const chains = CHAINS.map((name) => world.network[name].chain);
    for (const chain of chains) chain.stop();
    try {
      const asked: string[][] = [];
      let bytesAUser = Infinity;
      for (const count of [1, 1_000, USERS]) {
        await fillUp(url, count);
        const own = asNewProcess(parts);
        const empty = memory();
        const scans = scansOf(own, world);
        for (const name of CHAINS) await scanToHead(own, scans(`scan-${name}`));
        await own.watched.refresh();
        expect(own.watched.size).toBe(count);
        if (count === USERS) bytesAUser = (memory() - empty) / USERS;
        const before = [ext.asked.length, main.asked.length];
        for (let round = 0; round < ROUNDS; round++) {
          for (const chain of chains) chain.advance(SLOTS_A_ROUND);
          for (const name of CHAINS) {
            await tickOf(scans(`scan-${name}`));
            await tickOf(scans(`balances-${name}`));
          }
          await tickOf(scans('credits-main'));
        }
        asked.push([...ext.asked.slice(before[0]), ...main.asked.slice(before[1])].sort());
        for (const name of CHAINS) await scans(`scan-${name}`).stop?.();
      }
      const [one, thousand, most] = asked;
      expect(one?.length).toBeGreaterThan(ROUNDS * SLOTS_A_ROUND);
      expect(thousand).toEqual(one);
      expect(most).toEqual(one);
      expect(bytesAUser).toBeLessThan(MOST_BYTES_A_USER);
    } finally {
      for (const chain of chains) chain.start();
    }
  });
});
