/** The engine's configuration: parsed once at start. */
import { availableParallelism } from 'node:os';
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
import { ENOUGH_SIGNATURE_THREADS, MAX_SIGNATURE_THREADS } from './limits';

const MAX_SHARD = 0xffff;
/** JetStream keeps at most this many copies. */
const MAX_REPLICAS = 5;

const variables = z.object({
  /** Stands in the journal's first record for good: a journal of one network is refused by the other. */
  NETWORK: z.enum(NETWORKS, { error: `must be one of ${NETWORKS.join(', ')}` }),
  NATS_URL: serverListVariable(),
  NATS_TOKEN: secretVariable().optional(),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  /** Servers that keep a copy of the journal and the events, set when the streams are made. */
  STREAM_REPLICAS: integerVariable({ min: 1, max: MAX_REPLICAS }).default(1),
  /** Threads that verify signatures; 0: none, the thread that applies commands does it in between. */
  SIGNATURE_THREADS: integerVariable({ min: 0, max: MAX_SIGNATURE_THREADS }).default(() =>
    availableParallelism() === 1 ? 0 : ENOUGH_SIGNATURE_THREADS,
  ),
  HOST: textVariable().default('127.0.0.1'),
  HEALTH_PORT: portVariable().default(3002),
  LOG_LEVEL: logLevelVariable(),
});

export const matchingEngineConfig = variables.transform((env) => ({
  network: env.NETWORK,
  natsServers: env.NATS_URL,
  natsToken: env.NATS_TOKEN,
  shard: env.SHARD,
  streamReplicas: env.STREAM_REPLICAS,
  signatureThreads: env.SIGNATURE_THREADS,
  host: env.HOST,
  healthPort: env.HEALTH_PORT,
  logLevel: env.LOG_LEVEL,
}));
export type MatchingEngineConfig = z.infer<typeof matchingEngineConfig>;
