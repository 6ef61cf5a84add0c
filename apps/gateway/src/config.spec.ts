import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '@bellwether/runtime';
import { gatewayConfig } from './config';

const REQUIRED = { NATS_URL: 'nats://127.0.0.1:4222', DATABASE_URL: 'postgres://u:hunter2@h/d' };

describe('the gateway’s configuration', () => {
  it('has defaults for all but where its services are', () => {
    expect(loadConfig(gatewayConfig, REQUIRED)).toMatchObject({
      natsServers: ['nats://127.0.0.1:4222'],
      shard: 0,
      host: '127.0.0.1',
      port: 3000,
      logLevel: 'info',
      hasFunding: false,
      chainNames: { ext: 'ext', main: 'main' },
      adminKeyHash: undefined,
    });
  });

  it('prints no secret', () => {
    expect(JSON.stringify(loadConfig(gatewayConfig, REQUIRED))).not.toContain('hunter2');
  });

  it('says whether there are funding apps, and what the chains are called', () => {
    const set = { FUNDING: 'on', EXT_CHAIN_NAME: 'solana', MAIN_CHAIN_NAME: 'fogo' };
    expect(loadConfig(gatewayConfig, { ...REQUIRED, ...set })).toMatchObject({
      hasFunding: true,
      chainNames: { ext: 'solana', main: 'fogo' },
    });
    for (const wrong of [
      { FUNDING: 'yes' },
      { EXT_CHAIN_NAME: 'Solana' },
      { EXT_CHAIN_NAME: 'main' },
    ]) {
      expect(() => loadConfig(gatewayConfig, { ...REQUIRED, ...wrong })).toThrow(ConfigError);
    }
  });

  it('takes the hash of the admin key, not the key', () => {
    const hash = 'ab'.repeat(32);
    const config = loadConfig(gatewayConfig, { ...REQUIRED, ADMIN_KEY_HASH: hash });
    expect(config.adminKeyHash).toEqual(new Uint8Array(32).fill(0xab));
    expect(() => loadConfig(gatewayConfig, { ...REQUIRED, ADMIN_KEY_HASH: 'secret' })).toThrow(
      ConfigError,
    );
  });
});
