/** The deposit-listener's configuration: parsed once at start. Secrets have no default. */
import { parseSecretKey } from '@bellwether/chain';
import { fromHex } from '@bellwether/codec';
import { NETWORKS } from '@bellwether/exchange';
import {
  Secret,
  gasTariffOf,
  gasVariables,
  integerVariable,
  logLevelVariable,
  parsedSecretVariable,
  portVariable,
  secretVariable,
  serverListVariable,
  textVariable,
  urlVariable,
} from '@bellwether/runtime';
import { z } from 'zod';

const MAX_SHARD = 0xffff;
const MASTER_BYTES = 32;

/** The variables that hold secrets: each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'NATS_TOKEN',
  'LISTENER_KEY',
  'DEPOSIT_KEY_MASTER',
  'TREASURY_KEY',
  'SWAP_API_KEY',
] as const;

const signingKey = () =>
  parsedSecretVariable('must be 64 characters of hex or a key file of 64 numbers', parseSecretKey);
const master = () =>
  parsedSecretVariable('must be 64 characters of hex', (text) =>
    fromHex(text.trim(), MASTER_BYTES),
  );

const variables = z.object({
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  NATS_URL: serverListVariable(),
  NATS_TOKEN: secretVariable().optional(),
  DATABASE_URL: urlVariable(['postgres', 'postgresql']).transform((url) => new Secret(url)),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(3004),
  LOG_LEVEL: logLevelVariable(),
  CHAINS_FILE: textVariable(),
  LISTENER_KEY: signingKey(),
  DEPOSIT_KEY_MASTER: master(),
  TREASURY_KEY: signingKey().optional(),
  SWAP_API_KEY: secretVariable().optional(),
  ...gasVariables(),
});

export const listenerConfig = variables.transform((env, context) => {
  if (env.NETWORK === 'production' && env.TREASURY_KEY !== undefined) {
    const message = 'is of the test network alone';
    context.addIssue({ code: 'custom', path: ['TREASURY_KEY'], message });
    return z.NEVER;
  }
  return {
    network: env.NETWORK,
    natsServers: env.NATS_URL,
    natsToken: env.NATS_TOKEN,
    databaseUrl: env.DATABASE_URL,
    shard: env.SHARD,
    host: env.HOST,
    healthPort: env.HEALTH_PORT,
    logLevel: env.LOG_LEVEL,
    chainsFile: env.CHAINS_FILE,
    keys: {
      listener: env.LISTENER_KEY,
      depositMaster: env.DEPOSIT_KEY_MASTER,
      treasury: env.TREASURY_KEY,
    },
    swapApiKey: env.SWAP_API_KEY,
    tariff: gasTariffOf(env),
  };
});
export type ListenerConfig = z.infer<typeof listenerConfig>;
