/** The engine's configuration, parsed once at start. */
import { availableParallelism } from 'node:os';
import {
  DEFAULT_ARCHIVE_DAYS,
  DEFAULT_MONEY_LIMITS,
  DEFAULT_WITHDRAWAL_LIMITS,
  HIGHEST_ARCHIVE_SECONDS,
  HIGHEST_DAILY_WITHDRAWALS,
  HIGHEST_OPEN_WITHDRAWALS,
  NETWORKS,
} from '@bellwether/exchange';
import {
  NKEY_IS_MISSING,
  USER_CANCELS,
  USER_KEYS,
  USER_ORDERS,
  hasNkeyInProduction,
  integerVariable,
  logLevelVariable,
  natsVariables,
  nkeySeedVariable,
  portVariable,
  rateVariable,
  serverListVariable,
  streamReplicasVariable,
  switchVariable,
  textVariable,
} from '@bellwether/runtime';
import { z } from 'zod';
import {
  DEFAULT_RESERVE_BYTES,
  DEFAULT_SNAPSHOT_COMMANDS,
  ENOUGH_SIGNATURE_THREADS,
  HIGHEST_RESERVE_BYTES,
  MAX_SNAPSHOT_COMMANDS,
  MAX_SIGNATURE_THREADS,
  SMALLEST_RESERVE_BYTES,
} from './limits';
import { openOrderTiersVariable, restingMinimumsVariable } from './money-variables';

const MAX_SHARD = 0xffff;
const DAY_SECONDS = 86_400;

/** The variables that hold secrets. Each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = ['NATS_NKEY_SEED', 'NATS_JOURNAL_NKEY_SEED', 'NATS_TOKEN'] as const;

const variables = z.object({
  /** Written into the journal's first record. An engine of another network refuses the journal. */
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  ...natsVariables(),
  /** The engine's key in the journal's account, which no other app has. */
  NATS_JOURNAL_NKEY_SEED: nkeySeedVariable().optional(),
  /**
   * Monitoring URLs of the journal's servers, one each. The engine asks them whether they sync. Required in production.
   */
  NATS_MONITOR_URL: serverListVariable().optional(),
  /** The store folder of the nats-server, if it runs on this machine: the engine also checks this disk's free space. */
  JOURNAL_DIR: textVariable().optional(),
  /**
   * The engine takes no orders while the journal's disk has less free, and no commands below a quarter of it. At most a
   * tenth of the disk.
   */
  JOURNAL_RESERVE_BYTES: integerVariable({
    min: SMALLEST_RESERVE_BYTES,
    max: HIGHEST_RESERVE_BYTES,
  }).default(DEFAULT_RESERVE_BYTES),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  /** Replicas of the journal and the events. */
  STREAM_REPLICAS: streamReplicasVariable(),
  /** Threads that verify signatures. 0: the main thread verifies them between commands. */
  SIGNATURE_THREADS: integerVariable({ min: 0, max: MAX_SIGNATURE_THREADS }).default(() =>
    availableParallelism() === 1 ? 0 : ENOUGH_SIGNATURE_THREADS,
  ),
  /** Off: money limits and withdrawal limits stay as the journal has them. */
  MONEY_LIMITS: switchVariable().default(true),
  /** The least value of a resting order, by category: micro-USDC at the order's limit price. */
  RESTING_MINIMUMS: restingMinimumsVariable(),
  /** Open orders allowed from so many micro-USDC on. */
  OPEN_ORDER_TIERS: openOrderTiersVariable(),
  /** Limits of each user: open withdrawals, and withdrawals accepted a day. */
  OPEN_WITHDRAWALS: integerVariable({ min: 1, max: HIGHEST_OPEN_WITHDRAWALS }).default(
    DEFAULT_WITHDRAWAL_LIMITS.openPerUser,
  ),
  DAILY_WITHDRAWALS: integerVariable({ min: 1, max: HIGHEST_DAILY_WITHDRAWALS }).default(
    DEFAULT_WITHDRAWAL_LIMITS.dailyPerUser,
  ),
  /** An event is archived so many days after its last market was resolved. 0: as the journal has it. */
  ARCHIVE_AFTER_DAYS: integerVariable({
    min: 0,
    max: HIGHEST_ARCHIVE_SECONDS / DAY_SECONDS,
  }).default(DEFAULT_ARCHIVE_DAYS),
  RATE_LIMITS: switchVariable().default(true),
  /** Limits of each user: signed orders, cancels, and texts about trading keys. */
  USER_ORDER_RATE: rateVariable(USER_ORDERS),
  USER_CANCEL_RATE: rateVariable(USER_CANCELS),
  USER_KEY_RATE: rateVariable(USER_KEYS),
  /** A folder for this engine's own snapshots. Without it every start replays the whole journal. */
  SNAPSHOT_DIR: textVariable().optional(),
  SNAPSHOT_COMMANDS: integerVariable({ min: 1, max: MAX_SNAPSHOT_COMMANDS }).default(
    DEFAULT_SNAPSHOT_COMMANDS,
  ),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(3002),
  LOG_LEVEL: logLevelVariable(),
});

const safeVariables = variables.refine(
  ({ NETWORK, NATS_MONITOR_URL }) => NETWORK === 'test' || NATS_MONITOR_URL !== undefined,
  {
    path: ['NATS_MONITOR_URL'],
    error:
      'is missing: in production the engine does not start before the servers say that they sync',
  },
);

export const matchingEngineConfig = safeVariables
  .refine(hasNkeyInProduction, NKEY_IS_MISSING)
  .refine(
    ({ NATS_NKEY_SEED, NATS_JOURNAL_NKEY_SEED }) =>
      (NATS_NKEY_SEED === undefined) === (NATS_JOURNAL_NKEY_SEED === undefined),
    {
      path: ['NATS_JOURNAL_NKEY_SEED'],
      error: 'stands beside NATS_NKEY_SEED: the journal is in an account of its own',
    },
  )
  .transform((env) => ({
    network: env.NETWORK,
    natsServers: env.NATS_URL,
    natsNkeySeed: env.NATS_NKEY_SEED,
    natsJournalNkeySeed: env.NATS_JOURNAL_NKEY_SEED,
    natsToken: env.NATS_TOKEN,
    natsMonitorUrls: env.NATS_MONITOR_URL,
    journalDir: env.JOURNAL_DIR,
    journalReserveBytes: env.JOURNAL_RESERVE_BYTES,
    shard: env.SHARD,
    streamReplicas: env.STREAM_REPLICAS,
    signatureThreads: env.SIGNATURE_THREADS,
    moneyLimits: env.MONEY_LIMITS
      ? {
          ...DEFAULT_MONEY_LIMITS,
          restingMinimums: env.RESTING_MINIMUMS,
          openOrderTiers: env.OPEN_ORDER_TIERS,
        }
      : null,
    withdrawalLimits: env.MONEY_LIMITS
      ? { openPerUser: env.OPEN_WITHDRAWALS, dailyPerUser: env.DAILY_WITHDRAWALS }
      : null,
    archiving:
      env.ARCHIVE_AFTER_DAYS === 0 ? null : { afterSeconds: env.ARCHIVE_AFTER_DAYS * DAY_SECONDS },
    rates: env.RATE_LIMITS
      ? { orders: env.USER_ORDER_RATE, cancels: env.USER_CANCEL_RATE, keys: env.USER_KEY_RATE }
      : null,
    snapshotDir: env.SNAPSHOT_DIR,
    snapshotCommands: env.SNAPSHOT_COMMANDS,
    host: env.HOST,
    healthPort: env.HEALTH_PORT,
    logLevel: env.LOG_LEVEL,
  }));
export type MatchingEngineConfig = z.infer<typeof matchingEngineConfig>;
