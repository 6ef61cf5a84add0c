import { describe, expect, it } from 'vitest';
import { NETWORKS } from '@bellwether/exchange';
import { z } from 'zod';
import { ConfigError, loadConfig } from './config';
import { NKEY_IS_MISSING, hasNkeyInProduction, natsVariables } from './nats-variables';

const schema = z
  .object({ NETWORK: z.enum(NETWORKS), ...natsVariables() })
  .refine(hasNkeyInProduction, NKEY_IS_MISSING);
const SEED = `SU${'A'.repeat(56)}`;
const NATS_URL = 'nats://a:4222';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(schema, { NATS_URL, ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('as whom an app connects', () => {
  it('is told by a seed that is never printed', () => {
    const config = loadConfig(schema, { NETWORK: 'production', NATS_URL, NATS_NKEY_SEED: SEED });
    expect(config.NATS_NKEY_SEED?.reveal()).toBe(SEED);
    expect(JSON.stringify(config)).not.toContain(SEED);
  });

  it.each([
    [{ NETWORK: 'test' }, []],
    [{ NETWORK: 'test', NATS_TOKEN: 'sesame' }, []],
    [
      { NETWORK: 'production', NATS_TOKEN: 'sesame' },
      ['NATS_NKEY_SEED is missing: in production an app connects by an nkey of its own'],
    ],
    ...[SEED.slice(1), `${SEED}A`, SEED.replace('SU', 'SA'), SEED.toLowerCase()].map(
      (seed) =>
        [
          { NETWORK: 'test', NATS_NKEY_SEED: seed },
          ['NATS_NKEY_SEED: must be the seed of an nkey of a user: SU and 56 characters more'],
        ] as [Record<string, string>, string[]],
    ),
  ] as [Record<string, string>, string[]][])('%j: %j', (environment, problems) => {
    expect(problemsOf(environment)).toEqual(problems);
  });
});
