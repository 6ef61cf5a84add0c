/** The archiver's configuration: parsed once at start. */
import { NETWORKS } from '@bellwether/exchange';
import {
  integerVariable,
  logLevelVariable,
  portVariable,
  secretVariable,
  serverListVariable,
  textVariable,
} from '@bellwether/runtime';
import { z } from 'zod';

const MAX_SHARD = 0xffff;

const variables = z.object({
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  NATS_URL: serverListVariable(),
  NATS_TOKEN: secretVariable().optional(),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  /** A folder on a disk that shares nothing with the servers of the journal. */
  ARCHIVE_DIR: textVariable(),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(3007),
  LOG_LEVEL: logLevelVariable(),
});

export const archiverConfig = variables.transform((env) => ({
  network: env.NETWORK,
  natsServers: env.NATS_URL,
  natsToken: env.NATS_TOKEN,
  shard: env.SHARD,
  archiveDir: env.ARCHIVE_DIR,
  host: env.HOST,
  healthPort: env.HEALTH_PORT,
  logLevel: env.LOG_LEVEL,
}));
export type ArchiverConfig = z.infer<typeof archiverConfig>;
