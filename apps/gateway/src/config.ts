/** The gateway's configuration: parsed once at start. */
import { fromHex } from '@bellwether/codec';
import {
  Secret,
  integerVariable,
  logLevelVariable,
  portVariable,
  secretVariable,
  serverListVariable,
  textVariable,
  urlVariable,
} from '@bellwether/runtime';
import { z } from 'zod';
import { DEFAULT_DATABASE_POOL } from './limits';

const MAX_SHARD = 0xffff;
const MAX_POOL = 100;
const SHA256_BYTES = 32;

const variables = z.object({
  NATS_URL: serverListVariable(),
  NATS_TOKEN: secretVariable().optional(),
  DATABASE_URL: urlVariable(['postgres', 'postgresql']),
  DATABASE_POOL: integerVariable({ min: 1, max: MAX_POOL }).default(DEFAULT_DATABASE_POOL),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  HOST: textVariable().default('127.0.0.1'),
  PORT: portVariable().default(3000),
  LOG_LEVEL: logLevelVariable(),
  /** Addresses or networks of the proxies in front, comma-separated; their X-Forwarded-For is believed. */
  TRUSTED_PROXIES: textVariable().optional(),
  /** SHA-256 of the admin key in hex. Without it this gateway has no /admin. */
  ADMIN_KEY_HASH: z
    .string({ error: 'must be the SHA-256 of the admin key in hex' })
    .transform((text) => fromHex(text, SHA256_BYTES))
    .refine((hash) => hash !== undefined, { error: 'must be the SHA-256 of the admin key in hex' })
    .optional(),
});

export const gatewayConfig = variables.transform((env) => ({
  natsServers: env.NATS_URL,
  natsToken: env.NATS_TOKEN,
  databaseUrl: new Secret(env.DATABASE_URL),
  databasePool: env.DATABASE_POOL,
  shard: env.SHARD,
  host: env.HOST,
  port: env.PORT,
  logLevel: env.LOG_LEVEL,
  trustedProxies: env.TRUSTED_PROXIES,
  adminKeyHash: env.ADMIN_KEY_HASH,
}));
export type GatewayConfig = z.infer<typeof gatewayConfig>;
