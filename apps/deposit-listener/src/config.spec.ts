import { describe, expect, it } from 'vitest';
import { loadConfig } from '@bellwether/runtime';
import { listenerConfig } from './config';

const hex = (fill: number): string => Buffer.alloc(32, fill).toString('hex');
const complete = {
  NETWORK: 'test',
  NATS_URL: 'nats://a:4222',
  DATABASE_URL: 'postgres://listener:pw@localhost/listener',
  CHAINS_FILE: '/etc/bellwether/chains.json',
  LISTENER_KEY: hex(1),
  DEPOSIT_KEY_MASTER: hex(2),
};

const problemsOf = (environment: Record<string, string>): string => {
  try {
    loadConfig(listenerConfig, environment);
  } catch (error) {
    return String(error);
  }
  throw new Error('the configuration was accepted');
};

describe('the configuration', () => {
  it('has defaults for everything but network, addresses and secrets', () => {
    expect(loadConfig(listenerConfig, complete)).toMatchObject({
      network: 'test',
      shard: 0,
      host: '127.0.0.1',
      healthPort: 3004,
      tariff: { markupBps: 1_000 },
    });
  });

  it.each(Object.keys(complete))('does without no %s', (name) => {
    const { [name]: _, ...rest } = complete as Record<string, string>;
    expect(problemsOf(rest)).toContain(name);
  });

  it.each(['LISTENER_KEY', 'DEPOSIT_KEY_MASTER', 'TREASURY_KEY'])(
    'names a short %s and does not show it',
    (name) => {
      const short = Buffer.alloc(31, 7).toString('hex');
      const problems = problemsOf({ ...complete, [name]: short });
      expect(problems).toContain(name);
      expect(problems).not.toContain(short);
    },
  );

  it('has no treasury in production', () => {
    const problems = problemsOf({ ...complete, NETWORK: 'production', TREASURY_KEY: hex(3) });
    expect(problems).toContain('TREASURY_KEY');
  });
});
