/** The whole listener in this process, asked over NATS as the edges ask it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FundingClient } from '@bellwether/bus';
import {
  addressOf,
  associatedTokenAddress,
  initProxyWallet,
  readProxy,
  signatureText,
  vaultAt,
} from '@bellwether/chain';
import type { Vault } from '@bellwether/chain';
import { pricedActions } from '@bellwether/funding';
import type { RunningFundingApp } from '@bellwether/funding-runtime';
import { TARIFF, silent, until, userOf } from '@bellwether/funding-testbed';
import { withRightsOf } from '@bellwether/persistence';
import { Secret } from '@bellwether/runtime';
import { startListener } from '../src/start';
import { World } from './world';

let world: World;
let url: string;
let listener: RunningFundingApp;
let funding: FundingClient;
let vault: Vault;
const user = userOf(1);
const ask = { requestId: 'test' };

beforeAll(async () => {
  world = await World.start();
  const { vaultProgram, main } = world.network.description;
  vault = await vaultAt(vaultProgram, main.usdc);
  url = await world.databaseUrl();
  const chainsFile = join(world.folder, 'chains.json');
  await writeFile(chainsFile, JSON.stringify(world.chainsFile()));
  listener = await startListener({
    config: {
      ...world.config(),
      natsServers: [world.nats.url],
      natsNkeySeed: undefined,
      natsToken: undefined,
      databaseUrl: new Secret(withRightsOf('deposit-listener', url)),
      host: '127.0.0.1',
      healthPort: 0,
      logLevel: 'silent',
      chainsFile,
    },
    log: silent,
    fail: (reason) => {
      throw reason;
    },
  });
  funding = new FundingClient(await world.bus());
  await until(async () => (await get('/readyz')).status === 200);
});
afterAll(async () => {
  await listener.stop();
  await world.stop();
});

const get = (path: string) => fetch(`http://127.0.0.1:${listener.healthPort}${path}`);

describe('an address', () => {
  it('is the same each time, and is watched from then on', async () => {
    const answer = await funding.ask('address', { user }, ask);
    expect(await funding.ask('address', { user }, ask)).toEqual(answer);
    const { description } = world.network;
    const owner = addressOf(answer.depositAddress);
    expect(addressOf(answer.depositUsdcAccount)).toBe(
      await associatedTokenAddress(owner, description.ext.usdc),
    );
    expect(answer).toMatchObject({
      initialized: false,
      tier: 0,
      maxPerTxMicroUsdc: 10_000_000_000,
      dailyCapRemainingMicroUsdc: 100_000_000_000,
    });
    const { txSignature } = await funding.ask(
      'faucet',
      { chain: 'ext', address: answer.depositAddress, token: 'native', amount: 20_000_000 },
      ask,
    );
    const sql = 'SELECT source_amount FROM deposits WHERE tx_signature = $1';
    const found = await until(async () => (await world.rows(url, sql, [txSignature]))[0]);
    expect(found).toEqual({ source_amount: '20000000' });
  });
});

describe('a proxy wallet', () => {
  it('is told before it exists, and with what lies there', async () => {
    const other = userOf(2);
    const before = await funding.ask('proxy', { user: other }, ask);
    expect(before).toMatchObject({ usdcBalanceMicroUsdc: 0, initialized: false });
    await funding.ask('tier', { user: other, tier: 1 }, ask);
    const after = await funding.ask('proxy', { user: other }, ask);
    expect(after).toEqual({ ...before, initialized: true });
  });

  it('is there or not, whether its address or the wallet is asked for', async () => {
    const other = userOf(3);
    const views = async () => [
      (await funding.ask('address', { user: other }, ask)).initialized,
      (await funding.ask('proxy', { user: other }, ask)).initialized,
    ];
    expect(await views()).toEqual([false, false]);
    // The vault makes it at somebody else's request, without a notice to this listener.
    const payer = await world.signerOf('registrar');
    const made = [await initProxyWallet(vault, { payer: payer.address, user: other })];
    await world.sent('main', { instructions: made, feePayer: payer });
    expect(await views()).toEqual([true, true]);
  });
});

describe('a tier', () => {
  it('is set on chain, told with what it was, and read again', async () => {
    const set = await funding.ask('tier', { user, tier: 2 }, { requestId: 'first' });
    expect(set).toMatchObject({ tier: 2, previousTier: 0, maxPerTxMicroUsdc: 10_000_000_000_000 });
    expect(await readProxy(world.chains.main, vault, user)).toMatchObject({ tier: 2 });
    const final = await world.chains.main.findTransaction(signatureText(set.txSignature));
    expect(final?.transaction.error).toBeNull();
    // Sent again for want of an answer.
    expect(await funding.ask('tier', { user, tier: 2 }, { requestId: 'first' })).toEqual(set);
    expect(await funding.ask('tier', { user, tier: 0 }, { requestId: 'second' })).toMatchObject({
      tier: 0,
      previousTier: 2,
    });
    expect(await funding.ask('refresh_tier', { user }, ask)).toMatchObject({ tier: 0 });
    expect(await funding.ask('address', { user }, ask)).toMatchObject({ tier: 0 });
    // One trace may set it, set it back, and set it again, all under the id of the trace.
    const again = await funding.ask('tier', { user, tier: 2 }, { requestId: 'first' });
    expect(again).toMatchObject({ tier: 2, previousTier: 0 });
    expect(again.txSignature).not.toEqual(set.txSignature);
    expect(await readProxy(world.chains.main, vault, user)).toMatchObject({ tier: 2 });
    expect(await funding.ask('tier', { user, tier: 2 }, { requestId: 'first' })).toEqual(again);
  });
});

describe('operators', () => {
  it('turn the bridge off and on', async () => {
    expect(await funding.ask('bridge_executor', { enabled: false }, ask)).toEqual({
      enabled: false,
    });
    expect(await funding.ask('bridge_executor', { enabled: true }, ask)).toEqual({ enabled: true });
  });

  it('set the daily cap, which addresses show', async () => {
    const set = await funding.ask('daily_cap', { microUsdc: 7_000_000 }, ask);
    expect(set).toMatchObject({ capMicroUsdc: 7_000_000, usedMicroUsdc: 0 });
    const { dailyCapRemainingMicroUsdc } = await funding.ask('address', { user }, ask);
    expect(dailyCapRemainingMicroUsdc).toBe(7_000_000);
  });

  it.each(['release', 'reject'] as const)(
    'are told which deposit there is not: %s',
    async (act) => {
      await expect(funding.ask(act, { depositId: new Uint8Array(32) }, ask)).rejects.toMatchObject({
        code: 'DEPOSIT_NOT_FOUND',
      });
    },
  );

  it.each(['release', 'reject'] as const)('%s only what is in a queue', async (act) => {
    const [row] = await until(async () => {
      const rows = await world.rows(url, "SELECT deposit_id FROM deposits WHERE phase <> 'queued'");
      return rows.length > 0 && rows;
    });
    const depositId = new Uint8Array(row?.['deposit_id'] as Uint8Array);
    await expect(funding.ask(act, { depositId }, ask)).rejects.toMatchObject({
      code: 'DEPOSIT_NOT_QUEUED',
    });
  });
});

describe('everybody', () => {
  it('may know what gas costs', async () => {
    expect(await funding.ask('gas_price', {}, ask)).toEqual({
      extPerTxLamports: 10_000,
      extPerTxMicroUsdc: 1_650,
      mainPerTxMicroUsdc: 1_650,
      markupBps: 1_000,
      actions: pricedActions(TARIFF),
      minimumWithdrawals: { mainMicroUsdc: 1_000_000, extMicroUsdc: 1_000_000 },
    });
  });

  it('gets no more of the faucet than it gives at once', async () => {
    const request = { chain: 'ext', address: user, token: 'native', amount: 10 ** 13 } as const;
    await expect(funding.ask('faucet', request, ask)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'amount' },
    });
  });

  it('gets no more of the faucet than is left of the day', async () => {
    const request = { chain: 'ext', address: user, token: 'native', amount: 10 ** 12 } as const;
    await expect(funding.ask('faucet', request, ask)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 'faucet_day_native', requests: 1_000 },
    });
  });

  it('may see how far the scans are', async () => {
    const text = await (await get('/metrics')).text();
    for (const chain of ['ext', 'main']) {
      expect(text).toMatch(
        new RegExp(`bellwether_deposit_listener_scan_lag_slots\\{chain="${chain}",[^}]*\\} \\d+`),
      );
      expect(text).toMatch(
        new RegExp(`bellwether_deposit_listener_scan_lag_seconds\\{chain="${chain}",[^}]*\\} \\d`),
      );
    }
  });
});
