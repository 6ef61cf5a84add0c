import { parseChainsFile, parseSecretKey } from '@bellwether/chain';
import { NETWORKS } from '@bellwether/exchange';
import {
  Secret,
  logLevelVariable,
  natsVariables,
  parsedSecretVariable,
  portVariable,
  textVariable,
  urlVariable,
} from '@bellwether/runtime';
import { z } from 'zod';

/** Variables of every app here that hold secrets: each may be given as `<NAME>_FILE` instead. */
export const FUNDING_SECRETS = ['DATABASE_URL', 'NATS_NKEY_SEED', 'NATS_TOKEN'] as const;

/** Variables of every app here that name a file. */
export const FUNDING_FILES = { CHAINS_FILE: parseChainsFile };

/** The key of an account on a chain. */
export const signingKey = () =>
  parsedSecretVariable('must be 64 characters of hex or a key file of 64 numbers', parseSecretKey);

/** Variables that every app here has. */
export const fundingVariables = (defaultHealthPort: number) => ({
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  ...natsVariables(),
  DATABASE_URL: urlVariable(['postgres', 'postgresql']).transform((url) => new Secret(url)),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(defaultHealthPort),
  LOG_LEVEL: logLevelVariable(),
  CHAINS_FILE: textVariable(),
});

type FundingEnvironment = z.output<z.ZodObject<ReturnType<typeof fundingVariables>>>;

export const fundingConfigOf = (env: FundingEnvironment) => ({
  network: env.NETWORK,
  natsServers: env.NATS_URL,
  natsNkeySeed: env.NATS_NKEY_SEED,
  natsToken: env.NATS_TOKEN,
  databaseUrl: env.DATABASE_URL,
  host: env.HOST,
  healthPort: env.HEALTH_PORT,
  logLevel: env.LOG_LEVEL,
  chainsFile: env.CHAINS_FILE,
});
export type FundingConfig = ReturnType<typeof fundingConfigOf>;
