/** The bridge-relayer's configuration: parsed once at start. Secrets have no default. */
import { parseSecretKey } from '@bellwether/chain';
import { NETWORKS } from '@bellwether/exchange';
import {
  Secret,
  logLevelVariable,
  parsedSecretVariable,
  portVariable,
  secretVariable,
  serverListVariable,
  textVariable,
  urlVariable,
} from '@bellwether/runtime';
import { z } from 'zod';

/** The variables that hold secrets: each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = ['DATABASE_URL', 'NATS_TOKEN', 'RELAYER_KEY'] as const;

const variables = z.object({
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  NATS_URL: serverListVariable(),
  NATS_TOKEN: secretVariable().optional(),
  DATABASE_URL: urlVariable(['postgres', 'postgresql']).transform((url) => new Secret(url)),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(3005),
  LOG_LEVEL: logLevelVariable(),
  CHAINS_FILE: textVariable(),
  RELAYER_KEY: parsedSecretVariable(
    'must be 64 characters of hex or a key file of 64 numbers',
    parseSecretKey,
  ),
});

export const relayerConfig = variables.transform((env) => ({
  network: env.NETWORK,
  natsServers: env.NATS_URL,
  natsToken: env.NATS_TOKEN,
  databaseUrl: env.DATABASE_URL,
  host: env.HOST,
  healthPort: env.HEALTH_PORT,
  logLevel: env.LOG_LEVEL,
  chainsFile: env.CHAINS_FILE,
  key: env.RELAYER_KEY,
}));
export type RelayerConfig = z.infer<typeof relayerConfig>;
