/** The relayer as its process starts it: configuration, messages, health, and a transfer in real time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFundingMessage, fundingMessageSubject } from '@bellwether/funding';
import { silent, until } from '@bellwether/funding-testbed';
import { withRightsOf } from '@bellwether/persistence';
import { ConfigError, loadConfig } from '@bellwether/runtime';
import { relayerConfig } from '../src/config';
import { startRelayer } from '../src/start';
import { proxyOf, signedDeposit } from './transfers-under-test';
import { World } from './world';

let world: World;
beforeAll(async () => {
  world = await World.start();
  for (const name of ['ext', 'main'] as const) {
    const { address } = await world.signerOf('relayer');
    await world.give(name, { to: address, amount: 10n ** 12n });
  }
});
afterAll(() => world.stop());

const SEED = '11'.repeat(32);

describe('the configuration', () => {
  const environment = {
    NETWORK: 'test',
    NATS_URL: 'nats://127.0.0.1:4222',
    DATABASE_URL: 'postgres://127.0.0.1/x',
    CHAINS_FILE: '/chains.json',
    RELAYER_KEY: SEED,
  };

  it('has defaults, and hides its secrets', () => {
    const config = loadConfig(relayerConfig, environment);
    expect(config).toMatchObject({ healthPort: 3005, network: 'test' });
    expect(JSON.stringify(config)).not.toContain(SEED);
  });

  it.each([
    ['RELAYER_KEY', '[1,2,3]'],
    ['NETWORK', 'devnet'],
    ['HEALTH_PORT', '65536'],
    ['CHAINS_FILE', undefined],
  ])('%s: %s is refused by name', (name, value) => {
    const wrong = { ...environment, [name]: value };
    expect(() => loadConfig(relayerConfig, wrong)).toThrow(ConfigError);
    expect(() => loadConfig(relayerConfig, wrong)).toThrow(name);
  });
});

it('sees a transfer through that another app hands over, and stops', async () => {
  const databaseUrl = await world.databaseUrl();
  const chainsFile = join(world.folder, 'chains.json');
  writeFileSync(chainsFile, JSON.stringify(world.chainsFile()));
  const config = loadConfig(relayerConfig, {
    NETWORK: 'test',
    NATS_URL: world.nats.url,
    DATABASE_URL: withRightsOf('bridge-relayer', databaseUrl),
    CHAINS_FILE: chainsFile,
    RELAYER_KEY: Buffer.from(world.keyOf('relayer').reveal()).toString('hex'),
    HEALTH_PORT: '0',
    LOG_LEVEL: 'silent',
  });
  let failure: unknown;
  const relayer = await startRelayer({
    config,
    log: silent,
    fail: (reason) => {
      failure = reason;
    },
  });
  const ask = async (path: string) => fetch(`http://127.0.0.1:${relayer.healthPort}${path}`);
  await until(async () => (await ask('/readyz')).status === 200);

  const { message, user } = await signedDeposit(world);
  await world.rows(
    databaseUrl,
    `INSERT INTO outbox (app, message_id, subject, payload, created_ms)
     VALUES ('deposit-listener', $1, $2, $3, $4)`,
    [
      `transfer:${message.transferId}:signed`,
      fundingMessageSubject(message),
      encodeFundingMessage(message),
      Date.now(),
    ],
  );
  const wallet = await proxyOf(world, user);
  await until(async () => (await world.usdcOf('main', wallet)) > 0n);
  expect(await world.usdcOf('main', wallet)).toBe(BigInt(message.amountMicroUsdc));
  expect(await (await ask('/metrics')).text()).toContain('bellwether_bridge_relayer_transfers');
  await relayer.stop();
  expect(failure).toBeUndefined();
});
