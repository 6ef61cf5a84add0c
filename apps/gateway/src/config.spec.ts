import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '@bellwether/runtime';
import { gatewayConfig } from './config';

const REQUIRED = {
  NETWORK: 'test',
  NATS_URL: 'nats://127.0.0.1:4222',
  DATABASE_URL: 'postgres://u:hunter2@h/d',
};

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
      adminKeyHashes: [],
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
    expect(config.adminKeyHashes).toEqual([new Uint8Array(32).fill(0xab)]);
    expect(() => loadConfig(gatewayConfig, { ...REQUIRED, ADMIN_KEY_HASH: 'secret' })).toThrow(
      ConfigError,
    );
  });

  describe('in production', () => {
    const ADMIN = {
      ...REQUIRED,
      NETWORK: 'production',
      ADMIN_KEY_HASH: 'ab'.repeat(32),
      SECOND_ADMIN_KEY_HASH: 'cd'.repeat(32),
      OPERATOR_KEY_PEPPER: Buffer.alloc(32, 7).toString('base64'),
      ADMIN_CONFIRMATIONS: '2',
      PAGES: 'console',
    };

    it('starts a gateway for operators that two people stand behind, or one for traders', () => {
      expect(() => loadConfig(gatewayConfig, ADMIN)).not.toThrow();
      expect(() => loadConfig(gatewayConfig, { ...ADMIN, PAGES: 'off' })).not.toThrow();
      const traders = { ...REQUIRED, NETWORK: 'production', PAGES: 'on' };
      expect(() => loadConfig(gatewayConfig, traders)).not.toThrow();
    });

    it.each([
      ['with one confirmation', { ADMIN_CONFIRMATIONS: '1' }, /ADMIN_CONFIRMATIONS.*must be 2/],
      ['with the default of them', { ADMIN_CONFIRMATIONS: undefined }, /ADMIN_CONFIRMATIONS/],
      ['without a pepper', { OPERATOR_KEY_PEPPER: undefined }, /OPERATOR_KEY_PEPPER.*openssl rand/],
      ['with one person', { SECOND_ADMIN_KEY_HASH: undefined }, /SECOND_ADMIN_KEY_HASH/],
      ['with one person twice', { SECOND_ADMIN_KEY_HASH: 'ab'.repeat(32) }, /another key/],
      ["with the traders' pages", { PAGES: 'on' }, /PAGES.*must be console or off/],
      ["with the developers' pages", { PAGES: 'development' }, /PAGES.*must be console or off/],
      ['on an unknown network', { NETWORK: 'main' }, /NETWORK.*must be one of test, production/],
      ['on no network', { NETWORK: undefined }, /NETWORK/],
    ])('starts none %s, and says what to set', (_title, wrong, expected) => {
      expect(() => loadConfig(gatewayConfig, { ...ADMIN, ...wrong })).toThrow(expected);
    });
  });
});
