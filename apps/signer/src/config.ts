/** The signer's configuration, parsed once at start. Secrets have no default. */
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { chainName } from '@bellwether/api';
import { NETWORKS } from '@bellwether/exchange';
import {
  ADDRESS_REQUESTS,
  DEPOSIT_ADDRESSES_OF_KEY,
  NEW_USERS_OF_BUILDER,
  NKEY_IS_MISSING,
  Secret,
  hasNkeyInProduction,
  integerVariable,
  logLevelVariable,
  natsVariables,
  portVariable,
  rateVariable,
  switchVariable,
  textVariable,
  urlVariable,
} from '@bellwether/runtime';
import { parseMaster, sameKeys } from './keys/masters';

const MAX_SHARD = 0xffff;
const MAX_POOL = 100;

/** The variables that hold secrets. Each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'NATS_NKEY_SEED',
  'NATS_TOKEN',
  'DELEGATED_KEY_MASTER',
  'HMAC_MASTER',
  'API_KEY_PEPPER',
] as const;

const masterVariable = () =>
  z.string({ error: 'must be 32 bytes in base64' }).transform((text, context): KeyObject => {
    const master = parseMaster(text);
    if (master !== undefined) return master;
    context.addIssue({ code: 'custom', message: 'must be 32 bytes in base64' });
    return z.NEVER;
  });

const variables = z.object({
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  ...natsVariables(),
  DATABASE_URL: urlVariable(['postgres', 'postgresql']).transform((url) => new Secret(url)),
  /** Connections to PostgreSQL: keys and links are cached, so few are needed. */
  DATABASE_POOL: integerVariable({ min: 1, max: MAX_POOL }).default(8),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  HOST: textVariable().default('127.0.0.1'),
  PORT: portVariable().default(3001),
  LOG_LEVEL: logLevelVariable(),
  /** True if the funding apps run. Without them every request about the chains answers FUNDING_NOT_CONFIGURED. */
  FUNDING: switchVariable().default(false),
  /** The names of the two chains in requests and answers. */
  EXT_CHAIN_NAME: chainName.default('ext'),
  MAIN_CHAIN_NAME: chainName.default('main'),
  /** Addresses or networks of the proxies in front, comma-separated. Their X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: textVariable().optional(),
  RATE_LIMITS: switchVariable().default(true),
  ADDRESS_RATE: rateVariable(ADDRESS_REQUESTS),
  DEPOSIT_ADDRESS_RATE: rateVariable(DEPOSIT_ADDRESSES_OF_KEY),
  NEW_USERS_RATE: rateVariable(NEW_USERS_OF_BUILDER),
  DELEGATED_KEY_MASTER: masterVariable(),
  HMAC_MASTER: masterVariable(),
  API_KEY_PEPPER: masterVariable(),
});

export const signerConfig = variables
  .refine(hasNkeyInProduction, NKEY_IS_MISSING)
  .transform((env, context) => {
    const { DELEGATED_KEY_MASTER, HMAC_MASTER, API_KEY_PEPPER } = env;
    const same = sameKeys({ DELEGATED_KEY_MASTER, HMAC_MASTER, API_KEY_PEPPER });
    if (same !== undefined) {
      const [name, twin] = same;
      const message = `must differ from ${twin}: each purpose has a secret of its own`;
      context.addIssue({ code: 'custom', path: [name], message });
      return z.NEVER;
    }
    if (env.EXT_CHAIN_NAME === env.MAIN_CHAIN_NAME) {
      const message = 'must differ from EXT_CHAIN_NAME';
      context.addIssue({ code: 'custom', path: ['MAIN_CHAIN_NAME'], message });
      return z.NEVER;
    }
    return {
      network: env.NETWORK,
      natsServers: env.NATS_URL,
      natsNkeySeed: env.NATS_NKEY_SEED,
      natsToken: env.NATS_TOKEN,
      databaseUrl: env.DATABASE_URL,
      databasePool: env.DATABASE_POOL,
      shard: env.SHARD,
      host: env.HOST,
      port: env.PORT,
      logLevel: env.LOG_LEVEL,
      hasFunding: env.FUNDING,
      chainNames: { ext: env.EXT_CHAIN_NAME, main: env.MAIN_CHAIN_NAME },
      trustedProxies: env.TRUSTED_PROXIES,
      rates: env.RATE_LIMITS
        ? {
            address: env.ADDRESS_RATE,
            depositAddresses: env.DEPOSIT_ADDRESS_RATE,
            newUsers: env.NEW_USERS_RATE,
          }
        : null,
      masters: {
        delegatedKey: DELEGATED_KEY_MASTER,
        hmac: HMAC_MASTER,
        apiKeyPepper: API_KEY_PEPPER,
      },
    };
  });
export type SignerConfig = z.infer<typeof signerConfig>;
