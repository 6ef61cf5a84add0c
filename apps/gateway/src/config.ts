/** The gateway's configuration, parsed once at start. */
import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  HEARTBEAT_INTERVAL_MS,
  MAX_STREAM_CONNECTIONS,
  MAX_STREAM_CONNECTIONS_PER_ADDRESS,
  chainName,
} from '@bellwether/api';
import { fromHex, toHex } from '@bellwether/codec';
import { NETWORKS } from '@bellwether/exchange';
import {
  ADDRESS_REQUESTS,
  ADMIN_FAILURES,
  ADMIN_LOGINS,
  DEPOSIT_ADDRESSES,
  FAUCET_DRIPS,
  FAUCET_DRIPS_OF_RECIPIENT,
  Secret,
  USER_CANCELS,
  USER_KEYS,
  USER_ORDERS,
  integerVariable,
  logLevelVariable,
  natsVariables,
  portVariable,
  rateVariable,
  switchVariable,
  textVariable,
  urlVariable,
} from '@bellwether/runtime';
import { z } from 'zod';
import { DEFAULT_DATABASE_POOL } from './limits';
import type { GatewayRates } from './rate-limits/gateway-limits';

const MAX_SHARD = 0xffff;
const MAX_POOL = 100;
/** Beyond this the process has no file descriptors left. */
const MOST_STREAM_CONNECTIONS = 1_000_000;
const SHA256_BYTES = 32;
const PEPPER_BYTES = 32;
/** The operator who acts, and a second one who confirms. */
const MOST_CONFIRMATIONS = 2;

const streamConnections = (usual: number) =>
  integerVariable({ min: 1, max: MOST_STREAM_CONNECTIONS }).default(usual);

/** The variables that hold secrets. Each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'NATS_NKEY_SEED',
  'NATS_TOKEN',
  'OPERATOR_KEY_PEPPER',
] as const;

const PEPPER_MESSAGE = 'must be 32 bytes in base64';
/** OpenSSL holds the bytes outside the heap, and a printed `KeyObject` shows none of them. */
const pepperVariable = () =>
  z.string({ error: PEPPER_MESSAGE }).transform((text, context): KeyObject => {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length === PEPPER_BYTES && bytes.toString('base64') === text) {
      return createSecretKey(bytes);
    }
    context.addIssue({ code: 'custom', message: PEPPER_MESSAGE });
    return z.NEVER;
  });

const KEY_HASH_MESSAGE = 'must be the SHA-256 of an admin key in hex';
const keyHashVariable = () =>
  z
    .string({ error: KEY_HASH_MESSAGE })
    .transform((text) => fromHex(text, SHA256_BYTES))
    .refine((hash) => hash !== undefined, { error: KEY_HASH_MESSAGE })
    .optional();

const variables = z.object({
  ...natsVariables(),
  DATABASE_URL: urlVariable(['postgres', 'postgresql']),
  DATABASE_POOL: integerVariable({ min: 1, max: MAX_POOL }).default(DEFAULT_DATABASE_POOL),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  HOST: textVariable().default('127.0.0.1'),
  PORT: portVariable().default(3000),
  LOG_LEVEL: logLevelVariable(),
  /**
   * True if anyone may read a user's orders, ledger, deposits and `user:` stream. Otherwise these need a session of the
   * owner.
   */
  PUBLIC_USER_READS: switchVariable().default(false),
  /** True if the funding apps run. Without them every request about the chains answers FUNDING_NOT_CONFIGURED. */
  FUNDING: switchVariable().default(false),
  /**
   * Whether the web pages are served too: `on` the public ones, `console` those for operators only. `development`: also
   * those for developers of the pages, read again each time.
   */
  PAGES: z
    .enum(['on', 'off', 'console', 'development'], {
      error: 'must be on, off, console or development',
    })
    .default('off'),
  /** The signer's URL for browsers, which the page of builders calls. Without it that page says so. */
  SIGNER_URL: urlVariable(['http', 'https'])
    .transform((url) => new URL(url).origin)
    .optional(),
  /** The names of the two chains in requests and answers. */
  EXT_CHAIN_NAME: chainName.default('ext'),
  MAIN_CHAIN_NAME: chainName.default('main'),
  /** Addresses or networks of the proxies in front, comma-separated. Their X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: textVariable().optional(),
  STREAM_CONNECTIONS: streamConnections(MAX_STREAM_CONNECTIONS),
  STREAM_CONNECTIONS_OF_ADDRESS: streamConnections(MAX_STREAM_CONNECTIONS_PER_ADDRESS),
  RATE_LIMITS: switchVariable().default(true),
  ADDRESS_RATE: rateVariable(ADDRESS_REQUESTS),
  ADMIN_FAILURE_RATE: rateVariable(ADMIN_FAILURES),
  ADMIN_LOGIN_RATE: rateVariable(ADMIN_LOGINS),
  DEPOSIT_ADDRESS_RATE: rateVariable(DEPOSIT_ADDRESSES),
  FAUCET_RATE: rateVariable(FAUCET_DRIPS),
  FAUCET_RECIPIENT_RATE: rateVariable(FAUCET_DRIPS_OF_RECIPIENT),
  /** The engine's rate limits, shown by `GET /v1/status`: set the same values as there. */
  USER_ORDER_RATE: rateVariable(USER_ORDERS),
  USER_CANCEL_RATE: rateVariable(USER_CANCELS),
  USER_KEY_RATE: rateVariable(USER_KEYS),
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  /** SHA-256 of the admin key in hex. Without it this gateway has no /admin. */
  ADMIN_KEY_HASH: keyHashVariable(),
  /** The key of a second person, so that two exist from the beginning. */
  SECOND_ADMIN_KEY_HASH: keyHashVariable(),
  /** Keys of named operators are stored as HMACs under it. Without it only those of the configuration exist. */
  OPERATOR_KEY_PEPPER: pepperVariable().optional(),
  /** The number of operators that a dangerous act needs, including the one who acts. */
  ADMIN_CONFIRMATIONS: integerVariable({ min: 1, max: MOST_CONFIRMATIONS }).default(1),
});

const ratesOf = (env: z.infer<typeof variables>): GatewayRates => ({
  address: env.ADDRESS_RATE,
  adminFailures: env.ADMIN_FAILURE_RATE,
  adminLogins: env.ADMIN_LOGIN_RATE,
  depositAddresses: env.DEPOSIT_ADDRESS_RATE,
  faucet: env.FAUCET_RATE,
  faucetOfRecipient: env.FAUCET_RECIPIENT_RATE,
  userOrders: env.USER_ORDER_RATE,
  userCancels: env.USER_CANCEL_RATE,
  userKeys: env.USER_KEY_RATE,
});

const hasAdmin = (env: z.infer<typeof variables>) => env.ADMIN_KEY_HASH !== undefined;
const isProduction = (env: z.infer<typeof variables>) =>
  hasAdmin(env) && env.NETWORK === 'production';
const hex = (bytes: Uint8Array | undefined) => (bytes === undefined ? '' : toHex(bytes));

export const gatewayConfig = variables
  .refine((env) => !isProduction(env) || env.ADMIN_CONFIRMATIONS === MOST_CONFIRMATIONS, {
    path: ['ADMIN_CONFIRMATIONS'],
    error: 'must be 2 where NETWORK is production: no operator decides about money alone',
  })
  .refine((env) => !isProduction(env) || env.OPERATOR_KEY_PEPPER !== undefined, {
    path: ['OPERATOR_KEY_PEPPER'],
    error: `${PEPPER_MESSAGE} where NETWORK is production: openssl rand -base64 32`,
  })
  .refine((env) => !isProduction(env) || env.PAGES === 'off' || env.PAGES === 'console', {
    path: ['PAGES'],
    error:
      'must be console or off on a gateway with ADMIN_KEY_HASH where NETWORK is production: the console has an origin of its own, and traders another gateway',
  })
  .refine(
    (env) =>
      !hasAdmin(env) || env.ADMIN_CONFIRMATIONS === 1 || env.SECOND_ADMIN_KEY_HASH !== undefined,
    {
      path: ['SECOND_ADMIN_KEY_HASH'],
      error: 'must be the SHA-256 of the admin key of a second person if ADMIN_CONFIRMATIONS is 2',
    },
  )
  .refine(
    (env) =>
      env.SECOND_ADMIN_KEY_HASH === undefined ||
      hex(env.ADMIN_KEY_HASH) !== hex(env.SECOND_ADMIN_KEY_HASH),
    { path: ['SECOND_ADMIN_KEY_HASH'], error: 'must be of another key than ADMIN_KEY_HASH' },
  )
  .refine((env) => env.EXT_CHAIN_NAME !== env.MAIN_CHAIN_NAME, {
    path: ['MAIN_CHAIN_NAME'],
    error: 'must differ from EXT_CHAIN_NAME',
  })
  .transform((env) => ({
    natsServers: env.NATS_URL,
    natsNkeySeed: env.NATS_NKEY_SEED,
    natsToken: env.NATS_TOKEN,
    databaseUrl: new Secret(env.DATABASE_URL),
    databasePool: env.DATABASE_POOL,
    shard: env.SHARD,
    host: env.HOST,
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    hasPublicUserReads: env.PUBLIC_USER_READS,
    hasFunding: env.FUNDING,
    pages: env.PAGES,
    signerUrl: env.SIGNER_URL,
    chainNames: { ext: env.EXT_CHAIN_NAME, main: env.MAIN_CHAIN_NAME },
    trustedProxies: env.TRUSTED_PROXIES,
    streams: {
      maxConnections: env.STREAM_CONNECTIONS,
      maxConnectionsOfAddress: env.STREAM_CONNECTIONS_OF_ADDRESS,
      // A promise to clients that operators cannot change.
      heartbeatMs: HEARTBEAT_INTERVAL_MS,
    },
    network: env.NETWORK,
    adminKeyHashes: [env.ADMIN_KEY_HASH, env.SECOND_ADMIN_KEY_HASH].flatMap((hash) =>
      hash === undefined ? [] : [hash],
    ),
    operatorKeyPepper: env.OPERATOR_KEY_PEPPER,
    adminConfirmations: env.ADMIN_CONFIRMATIONS,
    rates: env.RATE_LIMITS ? ratesOf(env) : null,
  }));
export type GatewayConfig = z.infer<typeof gatewayConfig>;
