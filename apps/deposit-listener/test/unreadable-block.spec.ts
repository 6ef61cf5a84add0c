/** A block that cannot be read: the alarm, and the operator's remedy. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureBytes } from '@bellwether/chain';
import { startFaultyRpc } from '@bellwether/local-chain';
import type { FaultyRpc } from '@bellwether/local-chain';
import { tickOf, until, userOf } from '@bellwether/funding-testbed';
import { READ_FAILURES_BEFORE_ALARM } from '../src/limits';
import type { ListenerParts } from '../src/parts';
import { OperatorService } from '../src/service/operator-service';
import { asNewProcess, scanToHead, scansOf } from './scan-by-hand';
import { World } from './world';

let world: World;
let url: string;
let node: FaultyRpc;
let born: ListenerParts;
let parts: ListenerParts;
let worker: ReturnType<typeof scansOf>;
const user = userOf(1);

beforeAll(async () => {
  world = await World.start();
  url = await world.databaseUrl();
  node = await startFaultyRpc({ upstream: world.network.description.ext.rpcUrl });
  born = await world.parts(url, { rpcUrls: { ext: [node.url] } });
  parts = asNewProcess(born);
  worker = scansOf(parts, world);
  await parts.stores.watched.watch(await parts.addresses.watchOf(user, Date.now()));
  await scanToHead(parts, worker('scan-ext'));
});
afterAll(async () => {
  await node.stop();
  await world.stop();
});

const amounts = async () =>
  (await world.rows(url, 'SELECT source_amount FROM deposits ORDER BY number')).map((row) =>
    Number(row['source_amount']),
  );

const alarms = async (): Promise<readonly string[]> => {
  const { text } = await born.metrics.expose();
  return [...text.matchAll(/alarms_total\{kind="(\w+)"[^}]*\} [1-9]/g)].map(([, kind]) => kind!);
};

/** The node knows of the block, and does not show what is in it. */
const hide = (slot: number): void => {
  node.faults.fails = ({ method, params }) => {
    const [asked, config] = params as [number, { transactionDetails?: string }?];
    const isIt = method === 'getBlock' && Number(asked) === slot;
    return isIt && config?.transactionDetails === 'full'
      ? { code: -32_603, message: 'cannot serialize' }
      : undefined;
  };
};

describe('a block that cannot be read', () => {
  it('is told of, and stepped over when an operator says so: what it held is on record, and found', async () => {
    const { depositAddress } = await parts.addresses.of(user);
    const [scan, operators] = [worker('scan-ext'), new OperatorService(parts)];
    await world.give('ext', { to: depositAddress, amount: 51_000_000n });
    await scanToHead(parts, scan);
    const hidden = await world.send('ext', { to: depositAddress, amount: 52_000_000n });
    await world.whenFinal('ext', hidden);
    const found = await world.chains.ext.findTransaction(hidden);
    const slot = found!.block.slot;
    hide(slot);
    await world.give('ext', { to: depositAddress, amount: 53_000_000n });

    const unavailable = { code: 'CHAIN_UNAVAILABLE' } as const;
    const fails = () => expect(tickOf(scan, unavailable.code)).rejects.toMatchObject(unavailable);
    const cursor = async (): Promise<number> => {
      const [row] = await world.rows(url, "SELECT slot FROM scan_cursors WHERE chain = 'ext'");
      return Number(row?.['slot']);
    };
    // What is before it is read all the same.
    await until(async () => {
      await expect(scanToHead(parts, scan, unavailable.code)).rejects.toMatchObject(unavailable);
      return (await cursor()) === found!.block.parentSlot;
    });
    for (let count = 0; count < READ_FAILURES_BEFORE_ALARM; count++) await fails();
    expect(await alarms()).toEqual(['block_unreadable']);
    expect(await amounts()).toEqual([51_000_000]);

    const asked = { chain: 'ext', slot } as const;
    expect(await operators.stepOver(asked)).toEqual({
      ...asked,
      steppedMs: null,
      transactions: null,
    });
    await scanToHead(parts, scan);
    expect(await amounts()).toEqual([51_000_000, 53_000_000]);
    expect(await alarms()).toEqual(expect.arrayContaining(['block_stepped_over']));
    const { steppedMs, transactions } = await operators.stepOver(asked);
    expect([typeof steppedMs, transactions]).toEqual(['number', found!.block.transactions.length]);
    const [row] = await world.rows(url, 'SELECT signatures FROM stepped_blocks');
    expect(Buffer.from(row?.['signatures'] as Uint8Array)).toEqual(
      Buffer.from(signatureBytes(hidden)),
    );

    node.faults.fails = () => undefined;
    for (let round = 0; round < 3; round++) {
      await tickOf(worker('balances-ext'));
      await scanToHead(parts, scan);
    }
    expect(await amounts()).toEqual([51_000_000, 53_000_000, 52_000_000]);
  });

  it('that is in the tables already is not stepped over', async () => {
    const slot = parts.scanPlaces.ext.slot!;
    const asking = new OperatorService(parts).stepOver({ chain: 'ext', slot });
    await expect(asking).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'slot', value: slot },
    });
  });
});
