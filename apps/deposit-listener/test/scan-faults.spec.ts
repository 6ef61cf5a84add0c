/** What goes wrong around the scans: deaths at every await, a second listener, nodes that lag and lie, floods. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { creditProxy, initProxyWallet, newSigner } from '@bellwether/chain';
import { startFaultyRpc } from '@bellwether/local-chain';
import type { FaultyRpc } from '@bellwether/local-chain';
import { Interruption, survives, tickOf, until, userOf } from '@bellwether/funding-testbed';
import type { ListenerParts } from '../src/parts';
import type { UserPlaces } from '../src/watch/user-addresses';
import { interrupted } from './interrupted';
import { asNewProcess, scanToHead, scansOf } from './scan-by-hand';
import { World } from './world';

/** More than a node lists of an address at once: who polls signatures would lose some. */
const FLOOD = 1_200;
const DUST_A_BLOCK = 100;
const SLOTS_TO_FINAL = 12;

let world: World;
let url: string;
let parts: ListenerParts;
let places: UserPlaces;
const user = userOf(1);
const nodes: FaultyRpc[] = [];

beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await world.stop();
});

async function faultyNode(name: 'ext' | 'main'): Promise<FaultyRpc> {
  const node = await startFaultyRpc({ upstream: world.network.description[name].rpcUrl });
  nodes.push(node);
  return node;
}

beforeEach(async () => {
  url = await world.databaseUrl();
  parts = await world.parts(url);
  places = await parts.addresses.of(user);
});

const watch = async (who: Uint8Array): Promise<void> => {
  await parts.stores.watched.watch(await parts.addresses.watchOf(who, Date.now()));
};

/** The cursors at the heads, as a first start leaves them. */
async function begin(): Promise<void> {
  const own = asNewProcess(parts);
  const scans = scansOf(own, world);
  for (const name of ['scan-ext', 'scan-main']) {
    await scanToHead(own, scans(name));
    await scans(name).stop?.();
  }
}

const found = async () => ({
  deposits: await world.rows(
    url,
    'SELECT deposit_id, source, source_amount, jsonb_array_length(history) AS changes FROM deposits ORDER BY chain, slot, number',
  ),
  arrivals: await world.rows(
    url,
    'SELECT tx_signature, amount_micro_usdc, deposit_id, credit_seq FROM main_arrivals ORDER BY slot, tx_index',
  ),
  credits: await world.rows(
    url,
    'SELECT user_key, credit_seq, amount_micro_usdc, attribution FROM chain_credits',
  ),
  messages: await world.rows(url, 'SELECT message_id FROM outbox ORDER BY message_id'),
});

describe('a scan that dies at an await', () => {
  afterAll(() => {
    world.network.ext.chain.start();
    world.network.main.chain.start();
  });

  it('is taken up by the next process, and finds everything once, wherever it died', async () => {
    await watch(user);
    const payer = await newSigner();
    await world.give('main', { to: payer.address, amount: 2_000_000_000n });
    await begin();
    const start = await world.rows(url, 'SELECT chain, slot, block_hash FROM scan_cursors');
    const { ext, main } = world.network;
    const { depositAddress, proxyWallet } = places;
    const [owner, mint] = [proxyWallet, parts.usdc.main];
    // Nothing moves but by hand: every life sees the same.
    ext.chain.stop();
    main.chain.stop();
    await ext.chain.mint({ mint: parts.usdc.ext, owner: depositAddress, amount: 5_000_000n });
    await main.chain.mint({ mint, owner, amount: 3_000_000n });
    const kept = await world.chains.main.buildTransaction({
      feePayer: payer,
      instructions: [
        await initProxyWallet(parts.vault, { payer: payer.address, user }),
        await creditProxy(parts.vault, { user }),
      ],
    });
    main.chain.advance();
    await world.chains.main.advance(kept);
    main.chain.advance();
    await main.chain.mint({ mint, owner, amount: 4_000_000n });
    ext.chain.advance(SLOTS_TO_FINAL);
    main.chain.advance(SLOTS_TO_FINAL);

    /** Both chains, by one process. @returns whether it lived */
    const live = async (interruption?: Interruption): Promise<boolean> => {
      const born = asNewProcess(parts);
      const own = interruption === undefined ? born : interrupted(born, interruption);
      const scans = scansOf(own, world);
      try {
        const end = await survives(async () => {
          await scanToHead(own, scans('scan-ext'));
          await scanToHead(own, scans('scan-main'));
        });
        return end === 'lived';
      } finally {
        // As its connections end with it.
        await scans('scan-ext').stop?.();
        await scans('scan-main').stop?.();
      }
    };
    const again = async (): Promise<void> => {
      await world.rows(url, 'TRUNCATE deposits, main_arrivals, chain_credits, outbox');
      for (const { chain, slot, block_hash } of start) {
        const values = [chain, slot, block_hash];
        await world.rows(
          url,
          'UPDATE scan_cursors SET slot = $2, block_hash = $3 WHERE chain = $1',
          values,
        );
      }
    };
    const truth = async () => {
      const all = await found();
      // The moment of a finding is in its news.
      const messages = all.messages.map(({ message_id: id }) => String(id).replace(/:\d+$/, ''));
      return { ...all, messages };
    };
    expect(await live()).toBe(true);
    const expected = await truth();
    expect(expected.deposits).toHaveLength(3);
    expect(expected.arrivals.map(({ credit_seq }) => credit_seq)).toEqual(['1', null]);
    expect(expected.credits).toMatchObject([{ attribution: 'exact' }]);
    await again();

    // What a process has in memory dies with it: to die after a call is to die before the next.
    let deaths = 0;
    for (; !(await live(new Interruption(deaths + 1))); deaths++) {
      await live();
      expect(await truth()).toEqual(expected);
      await again();
    }
    expect(deaths).toBeGreaterThan(15);
  });
});

describe('two listeners', () => {
  it('scan a chain one at a time, and the other takes over where the first left off', async () => {
    await watch(user);
    const second = await world.parts(url);
    const [one, other] = [scansOf(parts, world)('scan-ext'), scansOf(second, world)('scan-ext')];
    await scanToHead(parts, one);
    await tickOf(other);
    expect(second.scanPlaces.ext.slot).toBeNull();
    const to = places.depositAddress;
    await world.give('ext', { to, amount: 51_000_000n });
    await scanToHead(parts, one);
    await one.stop?.();
    await world.give('ext', { to, amount: 52_000_000n });
    await scanToHead(second, other);
    await tickOf(one);
    expect(parts.scanPlaces.ext.slot).toBeNull();
    const { deposits } = await found();
    expect(deposits.map((deposit) => deposit['source_amount'])).toEqual(['51000000', '52000000']);
  });

  it('write what they found once, where both believe that they scan', async () => {
    await watch(user);
    await begin();
    await world.give('ext', { to: places.depositAddress, amount: 53_000_000n });
    const mine = { hold: async () => true, release: async () => undefined };
    const others = await Promise.all([world.parts(url), world.parts(url), world.parts(url)]);
    await Promise.all(
      others.map(async (own) => {
        const scan = scansOf(own, world, mine)('scan-ext');
        for (let round = 0; round < 10; round++) await tickOf(scan);
      }),
    );
    const { deposits, messages } = await found();
    expect(deposits).toMatchObject([{ source_amount: '53000000' }]);
    expect(messages).toHaveLength(1);
  });
});

describe('a node that is wrong', () => {
  it('hides no deposit: beside an honest one it stops the scan, and is told of', async () => {
    const liar = await faultyNode('ext');
    const { rpcUrl } = world.network.description.ext;
    const own = await world.parts(url, { rpcUrls: { ext: [rpcUrl, liar.url] } });
    await watch(user);
    await begin();
    const hidden = await world.send('ext', { to: places.depositAddress, amount: 54_000_000n });
    liar.faults.omits = (signature) => signature === hidden;
    await world.whenFinal('ext', hidden);
    const scan = scansOf(own, world)('scan-ext');
    const disagreement = { code: 'CHAIN_DISAGREEMENT' } as const;
    const scanning = scanToHead(own, scan, disagreement.code);
    await expect(scanning).rejects.toMatchObject(disagreement);
    expect((await found()).deposits).toEqual([]);
    const { text } = await own.metrics.expose();
    expect(text).toMatch(/alarms_total\{kind="chain_contradiction"[^}]*\} [1-9]/);
    liar.faults.omits = () => false;
    await scanToHead(own, scan);
    expect((await found()).deposits).toMatchObject([{ source_amount: '54000000' }]);
  });

  it('cannot invent finality, or leave a block out', async () => {
    const node = await faultyNode('ext');
    const own = await world.parts(url, { rpcUrls: { ext: [node.url] } });
    await watch(user);
    await begin();
    await world.give('ext', { to: places.depositAddress, amount: 55_000_000n });
    const [cursor] = await world.rows(url, "SELECT slot FROM scan_cursors WHERE chain = 'ext'");
    const scan = scansOf(own, world)('scan-ext');
    node.faults.omitsSlot = (slot) => slot === Number(cursor?.['slot']) + 1;
    const disagreement = { code: 'CHAIN_DISAGREEMENT' } as const;
    await expect(tickOf(scan, disagreement.code)).rejects.toMatchObject(disagreement);
    node.faults.omitsSlot = () => false;
    node.faults.fails = () => ({ httpStatus: 503 });
    const unavailable = { code: 'CHAIN_UNAVAILABLE' } as const;
    await expect(tickOf(scan, unavailable.code)).rejects.toMatchObject(unavailable);
    node.faults.fails = () => undefined;
    node.faults.lagSlots = 1_000_000;
    await expect(scan.tick()).rejects.toThrow(/chain/);
    node.faults.lagSlots = 0;
    await scanToHead(own, scan);
    expect((await found()).deposits).toMatchObject([{ source_amount: '55000000' }]);
  });

  it('that has forgotten blocks stops the scan with an alarm; one that has them lets it go on', async () => {
    const pruned = await faultyNode('ext');
    const own = await world.parts(url, { rpcUrls: { ext: [pruned.url] } });
    await watch(user);
    await begin();
    await world.give('ext', { to: places.depositAddress, amount: 57_000_000n });
    const oldest = await world.chains.ext.finalizedSlot();
    pruned.faults.omitsSlot = (slot) => slot < oldest;
    const scan = scansOf(own, world)('scan-ext');
    for (let round = 0; round < 3; round++) {
      const disagreement = { code: 'CHAIN_DISAGREEMENT' } as const;
      await expect(tickOf(scan, disagreement.code)).rejects.toMatchObject(disagreement);
    }
    expect((await found()).deposits).toEqual([]);
    const { text } = await own.metrics.expose();
    expect(text).toMatch(/alarms_total\{kind="chain_contradiction"[^}]*\} [1-9]/);
    await scan.stop?.();
    // What an operator does then: a node with the whole history, from the same cursor.
    await scanToHead(parts, scansOf(parts, world)('scan-ext'));
    expect((await found()).deposits).toMatchObject([{ source_amount: '57000000' }]);
  });

  it('that lags makes the scan wait, and it finds the same', async () => {
    const node = await faultyNode('ext');
    const { rpcUrl } = world.network.description.ext;
    const own = await world.parts(url, { rpcUrls: { ext: [rpcUrl, node.url] } });
    await watch(user);
    await begin();
    node.faults.lagSlots = 3;
    await world.give('ext', { to: places.depositAddress, amount: 56_000_000n });
    const scan = scansOf(own, world)('scan-ext');
    await until(async () => {
      await tickOf(scan);
      return (await found()).deposits.length > 0;
    });
    expect((await found()).deposits).toMatchObject([{ source_amount: '56000000' }]);
  });
});

describe('a flood of dust', () => {
  it(`of ${FLOOD} transactions between two looks is found to the last one`, async () => {
    await watch(user);
    await begin();
    const { chain } = world.network.ext;
    const { depositAddress: owner } = places;
    // In a few full blocks.
    chain.stop();
    for (let count = 1; count <= FLOOD / 2; count++) {
      await chain.airdrop(owner, BigInt(count));
      await chain.mint({ mint: parts.usdc.ext, owner, amount: BigInt(count) });
      if (count % DUST_A_BLOCK === 0) chain.advance();
    }
    chain.advance(SLOTS_TO_FINAL);
    await scanToHead(parts, scansOf(parts, world)('scan-ext'));
    chain.start();
    const [row] = await world.rows(
      url,
      'SELECT count(*) AS count, sum(source_amount) AS sum FROM deposits',
    );
    const half = FLOOD / 2;
    expect(row).toEqual({ count: String(FLOOD), sum: String(half * (half + 1)) });
  });
});
