/** The projector's configuration, parsed once at start. */
import {
  integerVariable,
  logLevelVariable,
  natsVariables,
  portVariable,
  textVariable,
  urlVariable,
} from '@bellwether/runtime';
import { z } from 'zod';
import { MIN_RETAINED_MONTHS } from './limits';

const MAX_SHARD = 0xffff;
/** A century. */
const MAX_MONTHS = 1_200;

/** The variables that hold secrets. Each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = ['DATABASE_URL', 'NATS_NKEY_SEED', 'NATS_TOKEN'] as const;

const variables = z.object({
  ...natsVariables(),
  DATABASE_URL: urlVariable(['postgres', 'postgresql']),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(3003),
  LOG_LEVEL: logLevelVariable(),
});

export const projectorConfig = variables.transform((env) => ({
  natsServers: env.NATS_URL,
  natsNkeySeed: env.NATS_NKEY_SEED,
  natsToken: env.NATS_TOKEN,
  databaseUrl: env.DATABASE_URL,
  shard: env.SHARD,
  host: env.HOST,
  healthPort: env.HEALTH_PORT,
  logLevel: env.LOG_LEVEL,
}));
export type ProjectorConfig = z.infer<typeof projectorConfig>;

export const commandConfig = variables
  .pick({ DATABASE_URL: true, SHARD: true })
  .extend({
    HISTORY_RETENTION_MONTHS: z
      .union([z.literal('none'), integerVariable({ min: MIN_RETAINED_MONTHS, max: MAX_MONTHS })])
      .default('none'),
  })
  .transform((env) => ({
    databaseUrl: env.DATABASE_URL,
    shard: env.SHARD,
    /** Null: history is permanent. */
    historyRetentionMonths:
      env.HISTORY_RETENTION_MONTHS === 'none' ? null : env.HISTORY_RETENTION_MONTHS,
  }));
