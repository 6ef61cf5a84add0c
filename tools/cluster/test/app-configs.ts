/** The configuration schemas of all apps: the only place where the tools import apps, to check the manifests. */
import type { ConfigSchema } from '@bellwether/runtime';
import { z } from 'zod';
import * as relayer from '../../../apps/bridge-relayer/src/config';
import * as listener from '../../../apps/deposit-listener/src/config';
import * as gateway from '../../../apps/gateway/src/config';
import * as archiver from '../../../apps/journal-archiver/src/config';
import * as engine from '../../../apps/matching-engine/src/config';
import * as projector from '../../../apps/projector/src/config';
import * as signer from '../../../apps/signer/src/config';
import * as worker from '../../../apps/withdraw-worker/src/config';

export interface AppConfig {
  readonly schema: ConfigSchema<unknown>;
  /** Variables that may be given as a file. */
  readonly secrets: readonly string[];
}

/** What the drill's command line reads from the environment. */
const restore: AppConfig = {
  schema: z.object({
    NATS_URL: z.string(),
    STREAM_REPLICAS: z.coerce.number().int().positive(),
    NATS_NKEY_SEED: z.string(),
    DATABASE_URL: z.string(),
  }),
  secrets: ['NATS_NKEY_SEED', 'DATABASE_URL'],
};

export const APP_CONFIGS: Readonly<Record<string, AppConfig>> = {
  'matching-engine': { schema: engine.matchingEngineConfig, secrets: engine.SECRET_VARIABLES },
  'journal-archiver': { schema: archiver.archiverConfig, secrets: archiver.SECRET_VARIABLES },
  projector: { schema: projector.projectorConfig, secrets: projector.SECRET_VARIABLES },
  backup: { schema: projector.commandConfig, secrets: projector.SECRET_VARIABLES },
  // It creates everything that it starts.
  'restore-drill': { schema: z.object({}), secrets: [] },
  restore,
  'restore-journal': restore,
  migrate: { schema: projector.commandConfig, secrets: projector.SECRET_VARIABLES },
  gateway: { schema: gateway.gatewayConfig, secrets: gateway.SECRET_VARIABLES },
  'gateway-admin': { schema: gateway.gatewayConfig, secrets: gateway.SECRET_VARIABLES },
  signer: { schema: signer.signerConfig, secrets: signer.SECRET_VARIABLES },
  'deposit-listener': { schema: listener.listenerConfig, secrets: listener.SECRET_VARIABLES },
  'bridge-relayer': { schema: relayer.relayerConfig, secrets: relayer.SECRET_VARIABLES },
  'withdraw-worker': { schema: worker.workerConfig, secrets: worker.SECRET_VARIABLES },
};
