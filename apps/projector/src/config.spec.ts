import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '@bellwether/runtime';
import { projectorConfig } from './config';

const required = {
  NATS_URL: 'nats://one:4222, nats://two:4222',
  DATABASE_URL: 'postgresql://user:password@host/bellwether',
};

describe('the configuration', () => {
  it('has defaults for all but the two servers', () => {
    expect(loadConfig(projectorConfig, required)).toEqual({
      natsServers: ['nats://one:4222', 'nats://two:4222'],
      natsNkeySeed: undefined,
      natsToken: undefined,
      databaseUrl: required.DATABASE_URL,
      shard: 0,
      host: '127.0.0.1',
      healthPort: 3003,
      logLevel: 'info',
    });
  });

  it('names everything that is wrong, and no value', () => {
    const wrong = { DATABASE_URL: 'mysql://user:password@host/x', SHARD: '70000' };
    let problems: readonly string[] = [];
    try {
      loadConfig(projectorConfig, wrong);
    } catch (error) {
      if (error instanceof ConfigError) problems = error.problems;
    }
    const named = problems.map((problem) => problem.split(/[: ]/)[0]);
    expect(new Set(named)).toEqual(new Set(['DATABASE_URL', 'NATS_URL', 'SHARD']));
    expect(problems.join()).not.toContain('password');
  });
});
