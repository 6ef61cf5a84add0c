import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ConfigError,
  integerVariable,
  loadConfig,
  loadConfigs,
  logLevelVariable,
  parsedSecretVariable,
  portVariable,
  secretVariable,
  serverListVariable,
  switchVariable,
  textVariable,
  urlVariable,
} from './config';

const MASTER = 'the master';
const schema = z
  .object({
    NATS_URL: serverListVariable(),
    PORT: portVariable().default(3000),
    SHARD: integerVariable({ min: 0, max: 15 }).default(0),
    DATABASE_URL: urlVariable(['postgres', 'postgresql']),
    HMAC_MASTER: parsedSecretVariable('must be the right bytes', (text) =>
      text === MASTER ? new Uint8Array(32).fill(7) : undefined,
    ),
    NATS_TOKEN: secretVariable().optional(),
    LOG_LEVEL: logLevelVariable(),
    FUNDING: switchVariable().default(false),
    NAME: textVariable().optional(),
  })
  .transform((env) => ({ ...env, port: env.PORT }));

const GOOD = {
  NATS_URL: 'nats://a:4222, nats://b:4222',
  DATABASE_URL: 'postgresql://u:p@localhost:5432/d',
  HMAC_MASTER: MASTER,
  NATS_TOKEN: 'sesame',
  HOME: '/root',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(schema, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('gives the typed config, with defaults for what is absent or set to nothing', () => {
    const config = loadConfig(schema, { ...GOOD, SHARD: '', NAME: undefined });
    expect(config).toMatchObject({ port: 3000, SHARD: 0, LOG_LEVEL: 'info' });
    expect(config.NATS_URL).toEqual(['nats://a:4222', 'nats://b:4222']);
    expect(config.HMAC_MASTER.reveal()).toEqual(new Uint8Array(32).fill(7));
    expect(config.NATS_TOKEN?.reveal()).toBe('sesame');
    expect(config.FUNDING).toBe(false);
    expect(loadConfig(schema, { ...GOOD, FUNDING: 'on' }).FUNDING).toBe(true);
  });

  it('names every wrong variable at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      SHARD: '1.5',
      DATABASE_URL: 'mysql://x',
      HMAC_MASTER: 'c2hvcnQ=',
      LOG_LEVEL: 'loud',
      FUNDING: 'yes',
    });
    expect(problems).toEqual([
      'NATS_URL is missing: must be a text',
      'PORT: must be a decimal integer from 0 to 65535',
      'SHARD: must be a decimal integer from 0 to 15',
      'DATABASE_URL: must be a URL that begins with postgres:// or postgresql://',
      'HMAC_MASTER: must be the right bytes',
      'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
      'FUNDING: must be on or off',
    ]);
  });

  it('names what is wrong by any of several schemas', () => {
    const other = z.object({ OTHER: portVariable() });
    expect(loadConfigs({ own: schema, other }, { ...GOOD, OTHER: '7' }).other).toEqual({
      OTHER: 7,
    });
    const wrong = () => loadConfigs({ own: schema, other }, { ...GOOD, SHARD: 'x', OTHER: 'y' });
    expect(wrong).toThrow(/SHARD: [^]*OTHER: /);
  });

  it('never holds a value in its message, as any of them may be a secret', () => {
    const problems = problemsOf({
      HMAC_MASTER: 'hunter2',
      DATABASE_URL: 'hunter2',
      PORT: 'hunter2',
    });
    expect(problems.length).toBe(4);
    expect(new ConfigError(problems).message).not.toContain('hunter2');
  });
});
