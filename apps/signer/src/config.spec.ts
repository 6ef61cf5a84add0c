import { describe, expect, it } from 'vitest';
import { loadConfig } from '@bellwether/runtime';
import { signerConfig } from './config';

const master = (fill: number): string => Buffer.alloc(32, fill).toString('base64');
const complete = {
  NETWORK: 'test',
  NATS_URL: 'nats://a:4222,nats://b:4222',
  DATABASE_URL: 'postgres://signer:pw@localhost/signer',
  DELEGATED_KEY_MASTER: master(1),
  HMAC_MASTER: master(2),
  API_KEY_PEPPER: master(3),
};
const problemsOf = (environment: Record<string, string>): string => {
  try {
    loadConfig(signerConfig, environment);
  } catch (error) {
    return String(error);
  }
  throw new Error('the configuration was accepted');
};

describe('the configuration', () => {
  it('has defaults for everything but network, addresses and secrets', () => {
    const config = loadConfig(signerConfig, complete);
    expect(config).toMatchObject({
      network: 'test',
      natsServers: ['nats://a:4222', 'nats://b:4222'],
      shard: 0,
      host: '127.0.0.1',
      port: 3001,
      logLevel: 'info',
      hasFunding: false,
      chainNames: { ext: 'ext', main: 'main' },
    });
  });

  it('says whether there are funding apps, and what the chains are called', () => {
    const set = { FUNDING: 'on', EXT_CHAIN_NAME: 'solana', MAIN_CHAIN_NAME: 'fogo' };
    expect(loadConfig(signerConfig, { ...complete, ...set })).toMatchObject({
      hasFunding: true,
      chainNames: { ext: 'solana', main: 'fogo' },
    });
    const twice = { EXT_CHAIN_NAME: 'fogo', MAIN_CHAIN_NAME: 'fogo' };
    expect(problemsOf({ ...complete, ...twice })).toContain('must differ from EXT_CHAIN_NAME');
    expect(problemsOf({ ...complete, FUNDING: 'yes' })).toContain('FUNDING: must be on or off');
  });

  it.each(Object.keys(complete))('does without no %s', (name) => {
    const { [name]: _, ...rest } = { ...complete } as Record<string, string>;
    expect(problemsOf(rest)).toContain(name);
  });

  it.each(['DELEGATED_KEY_MASTER', 'HMAC_MASTER', 'API_KEY_PEPPER'])(
    'names a short %s and does not show it',
    (name) => {
      const short = Buffer.alloc(31, 7).toString('base64');
      const problems = problemsOf({ ...complete, [name]: short });
      expect(problems).toContain(`${name}: must be 32 bytes in base64`);
      expect(problems).not.toContain(short);
    },
  );

  it('refuses one master for two purposes, and does not show it', () => {
    const problems = problemsOf({ ...complete, API_KEY_PEPPER: master(2) });
    expect(problems).toContain('HMAC_MASTER: must differ from API_KEY_PEPPER');
    expect(problems).not.toContain(master(2));
  });
});
