/** The worker as its process starts it: configuration, requests, streams, health, and a withdrawal in real time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FundingClient } from '@bellwether/bus';
import { bytesOfAddress, newSigner } from '@bellwether/chain';
import { EngineUnderTest, silent, until } from '@bellwether/funding-testbed';
import { withRightsOf } from '@bellwether/persistence';
import { ConfigError, loadConfig } from '@bellwether/runtime';
import { workerConfig } from '../src/config';
import { startWorker } from '../src/start';
import { fillVault, userWithMoney } from './withdrawals-under-test';
import { World } from './world';

let world: World;
beforeAll(async () => {
  world = await World.start();
  const { address } = await world.signerOf('operator');
  await world.give('main', { to: address, amount: 10n ** 12n });
  await fillVault(world, 1_000_000_000n);
});
afterAll(() => world.stop());

const SEED = '11'.repeat(32);

describe('the configuration', () => {
  const environment = {
    NETWORK: 'test',
    NATS_URL: 'nats://127.0.0.1:4222',
    DATABASE_URL: 'postgres://127.0.0.1/x',
    CHAINS_FILE: '/chains.json',
    OPERATOR_KEY: SEED,
  };

  it('has defaults, and hides its secrets', () => {
    const config = loadConfig(workerConfig, environment);
    expect(config).toMatchObject({ healthPort: 3006, shard: 0, tariff: { markupBps: 1_000 } });
    expect(JSON.stringify(config)).not.toContain(SEED);
  });

  it.each([
    ['OPERATOR_KEY', SEED.slice(1)],
    ['NETWORK', 'devnet'],
    ['EXT_NATIVE_PRICE_MICRO_USDC', '0'],
    ['SHARD', '65536'],
  ])('%s: %s is refused by name', (name, value) => {
    const wrong = { ...environment, [name]: value };
    expect(() => loadConfig(workerConfig, wrong)).toThrow(ConfigError);
    expect(() => loadConfig(workerConfig, wrong)).toThrow(name);
  });
});

it('pays a withdrawal that is asked for over the bus, and stops', async () => {
  const bus = await world.bus();
  const engine = await EngineUnderTest.serve(bus);
  const chainsFile = join(world.folder, 'chains.json');
  writeFileSync(chainsFile, JSON.stringify(world.chainsFile()));
  const config = loadConfig(workerConfig, {
    NETWORK: 'test',
    NATS_URL: world.nats.url,
    DATABASE_URL: withRightsOf('withdraw-worker', await world.databaseUrl()),
    CHAINS_FILE: chainsFile,
    OPERATOR_KEY: Buffer.from(world.keyOf('operator').reveal()).toString('hex'),
    HEALTH_PORT: '0',
    LOG_LEVEL: 'silent',
  });
  let failure: unknown;
  const worker = await startWorker({
    config,
    log: silent,
    fail: (reason) => {
      failure = reason;
    },
  });
  const ask = async (path: string) => fetch(`http://127.0.0.1:${worker.healthPort}${path}`);
  await until(async () => (await ask('/readyz')).status === 200);

  const wallet = await newSigner();
  const request = {
    user: userWithMoney(engine),
    amountMicroUsdc: 5_000_000,
    maxGasFee: 0,
    allowProgramAddress: false,
    recipientKind: 'recipient_main',
    recipient: bytesOfAddress(wallet.address),
    nonce: 1,
    signature: new Uint8Array(64),
  } as const;
  const client = new FundingClient(bus);
  const accepted = await client.ask('withdraw', request, { requestId: 'test' });
  await until(async () => (await world.usdcOf('main', wallet.address)) > 0n);
  expect(await world.usdcOf('main', wallet.address)).toBe(BigInt(accepted.netAmountMicroUsdc));
  await until(() => engine.exchange.withdrawal(accepted.withdrawalId)?.status === 'settled');
  expect(await (await ask('/metrics')).text()).toContain('bellwether_withdraw_worker_withdrawals');
  await worker.stop();
  await engine.stop();
  expect(failure).toBeUndefined();
});
