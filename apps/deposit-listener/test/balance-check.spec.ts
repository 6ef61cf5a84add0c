/** Balances against what the scan has seen: what was there before, and what a scan missed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyRpc } from '@bellwether/local-chain';
import { tickOf, userOf } from '@bellwether/funding-testbed';
import type { ListenerParts } from '../src/parts';
import type { UserPlaces } from '../src/watch/user-addresses';
import { asNewProcess, scanToHead, scansOf } from './scan-by-hand';
import { World } from './world';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => world.stop());

let url: string;
let parts: ListenerParts;
/** Alarms are counted where these were made. */
let born: ListenerParts;
let places: UserPlaces;
let worker: ReturnType<typeof scansOf>;
/** Another one in each test: what lies on the chains stays there. */
let user: Uint8Array;
let users = 0;

beforeEach(async () => {
  url = await world.databaseUrl();
  born = await world.parts(url);
  parts = asNewProcess(born);
  worker = scansOf(parts, world);
  user = userOf(++users);
  places = await parts.addresses.of(user);
  await scan();
});

async function scan(): Promise<void> {
  for (const name of ['ext', 'main']) await scanToHead(parts, worker(`scan-${name}`));
}

/** A reading, the scan up to it, the comparison. */
async function check(): Promise<void> {
  for (const name of ['ext', 'main']) {
    await tickOf(worker(`balances-${name}`));
    await scan();
    await tickOf(worker(`balances-${name}`));
  }
}

const watch = async () => {
  await parts.stores.watched.watch(await parts.addresses.watchOf(user, Date.now()));
  await parts.watched.refresh();
};

const deposits = () =>
  world.rows(url, 'SELECT chain, source, source_amount FROM deposits ORDER BY number');

const alarms = async (): Promise<readonly string[]> => {
  const { text } = await born.metrics.expose();
  return [...text.matchAll(/alarms_total\{kind="(\w+)"[^}]*\} [1-9]/g)].map(([, kind]) => kind!);
};

/** As a mistake of the scan would leave it. */
const forget = () => world.rows(url, 'TRUNCATE deposits, main_arrivals');

describe('a new address', () => {
  it('has what lay there before it was asked for, once', async () => {
    const { depositAddress: to, proxyWallet } = places;
    await world.give('ext', { to, mint: parts.usdc.ext, amount: 2_000_000n });
    await world.give('ext', { to, mint: parts.usdc.ext, amount: 3_000_000n });
    await world.give('main', { to: proxyWallet, mint: parts.usdc.main, amount: 4_000_000n });
    await scan();
    await watch();
    await scan();
    expect(await deposits()).toEqual([]);
    await check();
    const found = [
      { chain: 'ext', source: 'ext_usdc', source_amount: '2000000' },
      { chain: 'ext', source: 'ext_usdc', source_amount: '3000000' },
      { chain: 'main', source: 'main_usdc', source_amount: '4000000' },
    ];
    expect(await deposits()).toEqual(found);
    expect(await world.rows(url, 'SELECT kind, amount_micro_usdc FROM main_arrivals')).toEqual([
      { kind: 'native', amount_micro_usdc: '4000000' },
    ]);
    await check();
    expect(await deposits()).toEqual(found);
    expect(await alarms()).toEqual([]);
  });
});

describe('a balance that the scan did not see', () => {
  it('is found by its transactions, and told of', async () => {
    await watch();
    await check();
    const spared = parts.watched.among.bind(parts.watched);
    parts.watched.among = () => spared([]);
    await world.give('ext', { to: places.depositAddress, mint: parts.usdc.ext, amount: 9n });
    await scan();
    parts.watched.among = spared;
    expect(await deposits()).toEqual([]);
    await check();
    expect(await deposits()).toEqual([{ chain: 'ext', source: 'ext_usdc', source_amount: '9' }]);
    expect(await alarms()).toEqual(['movement_missed']);
    await check();
    expect(await alarms()).toEqual(['movement_missed']);
  });

  it('is found though another followed it that was seen', async () => {
    await watch();
    await check();
    const spared = parts.watched.among.bind(parts.watched);
    parts.watched.among = () => spared([]);
    await world.give('ext', { to: places.depositAddress, mint: parts.usdc.ext, amount: 9n });
    await scan();
    parts.watched.among = spared;
    await world.give('ext', { to: places.depositAddress, mint: parts.usdc.ext, amount: 4n });
    await scan();
    expect(await deposits()).toMatchObject([{ source_amount: '4' }]);
    await check();
    expect(await deposits()).toMatchObject([{ source_amount: '4' }, { source_amount: '9' }]);
    expect(await alarms()).toEqual(['movement_missed']);
  });

  it('is an alarm where its transactions do not explain it', async () => {
    await watch();
    await check();
    await world.give('ext', { to: places.depositAddress, mint: parts.usdc.ext, amount: 8n });
    await scan();
    await check();
    expect(await alarms()).toEqual([]);
    // Whatever looks for it finds nothing.
    const spared = parts.watched.among.bind(parts.watched);
    parts.watched.among = () => spared([]);
    await world.give('ext', { to: places.depositAddress, amount: 5_000_000n });
    await scan();
    await check();
    parts.watched.among = spared;
    expect(await alarms()).toEqual(['balance_unexplained']);
  });

  it('is compared with nothing that another process has seen', async () => {
    await watch();
    await world.give('ext', { to: places.depositAddress, mint: parts.usdc.ext, amount: 7n });
    await scan();
    await check();
    await forget();
    await worker('scan-ext').stop?.();
    await worker('scan-main').stop?.();
    parts = asNewProcess(parts);
    worker = scansOf(parts, world);
    await scan();
    await watch();
    await check();
    expect(await deposits()).toMatchObject([{ source_amount: '7' }]);
    expect(await alarms()).toEqual([]);
  });
});

describe('a node that lags', () => {
  it('and shows what is there today is believed when the scan has come as far', async () => {
    const { rpcUrl } = world.network.description.ext;
    const node = await startFaultyRpc({ upstream: rpcUrl, faults: { lagSlots: 20 } });
    world.beforeStop(() => node.stop());
    await worker('scan-ext').stop?.();
    const own = asNewProcess(await world.parts(url, { rpcUrls: { ext: [rpcUrl, node.url] } }));
    const [scans, raised] = [scansOf(own, world), own.alarms.raise.bind(own.alarms)];
    const kinds: string[] = [];
    own.alarms.raise = (kind, details) => {
      kinds.push(kind);
      raised(kind, details);
    };
    await watch();
    await own.watched.refresh();
    const [scanExt, check] = [scans('scan-ext'), scans('balances-ext')];
    for (let round = 0; round < 4; round++) {
      await tickOf(scanExt);
      await tickOf(check);
    }
    await world.give('ext', { to: places.depositAddress, amount: 6_000_000n });
    for (let round = 0; round < 4; round++) {
      await tickOf(check);
      await tickOf(scanExt);
    }
    node.faults.lagSlots = 0;
    await scanToHead(own, scanExt);
    for (let round = 0; round < 3; round++) await tickOf(check);
    expect(await deposits()).toMatchObject([{ source_amount: '6000000' }]);
    expect(kinds).toEqual([]);
  });
});
