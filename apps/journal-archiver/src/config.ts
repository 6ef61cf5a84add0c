/** The archiver's configuration, parsed once at start. */
import { NETWORKS } from '@bellwether/exchange';
import {
  NKEY_IS_MISSING,
  hasNkeyInProduction,
  integerVariable,
  logLevelVariable,
  natsVariables,
  portVariable,
  textVariable,
} from '@bellwether/runtime';
import { z } from 'zod';

const MAX_SHARD = 0xffff;

/** The variables that hold secrets. Each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = ['NATS_NKEY_SEED', 'NATS_TOKEN'] as const;

const variables = z.object({
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  ...natsVariables(),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  /** A folder on a disk that the journal's servers do not use. */
  ARCHIVE_DIR: textVariable(),
  /** The folder of backups, if this machine has them: a metric shows how old the newest is. */
  BACKUPS_DIR: textVariable().optional(),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(3007),
  LOG_LEVEL: logLevelVariable(),
});

export const archiverConfig = variables
  .refine(hasNkeyInProduction, NKEY_IS_MISSING)
  .transform((env) => ({
    network: env.NETWORK,
    natsServers: env.NATS_URL,
    natsNkeySeed: env.NATS_NKEY_SEED,
    natsToken: env.NATS_TOKEN,
    shard: env.SHARD,
    archiveDir: env.ARCHIVE_DIR,
    backupsDir: env.BACKUPS_DIR,
    host: env.HOST,
    healthPort: env.HEALTH_PORT,
    logLevel: env.LOG_LEVEL,
  }));
export type ArchiverConfig = z.infer<typeof archiverConfig>;
