/** The withdraw-worker's configuration: parsed once at start. Secrets have no default. */
import { parseSecretKey } from '@bellwether/chain';
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

/** The variables that hold secrets: each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = ['DATABASE_URL', 'NATS_TOKEN', 'OPERATOR_KEY'] as const;

const variables = z.object({
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  NATS_URL: serverListVariable(),
  NATS_TOKEN: secretVariable().optional(),
  DATABASE_URL: urlVariable(['postgres', 'postgresql']).transform((url) => new Secret(url)),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(3006),
  LOG_LEVEL: logLevelVariable(),
  CHAINS_FILE: textVariable(),
  OPERATOR_KEY: parsedSecretVariable(
    'must be 64 characters of hex or a key file of 64 numbers',
    parseSecretKey,
  ),
  ...gasVariables(),
});

export const workerConfig = variables.transform((env) => ({
  network: env.NETWORK,
  natsServers: env.NATS_URL,
  natsToken: env.NATS_TOKEN,
  databaseUrl: env.DATABASE_URL,
  shard: env.SHARD,
  host: env.HOST,
  healthPort: env.HEALTH_PORT,
  logLevel: env.LOG_LEVEL,
  chainsFile: env.CHAINS_FILE,
  key: env.OPERATOR_KEY,
  tariff: gasTariffOf(env),
}));
export type WorkerConfig = z.infer<typeof workerConfig>;
