/** The signer from start to stop: what `main.ts` runs as a process, and tests run as they are. */
import {
  FollowedClock,
  MAX_CLOCK_ERROR_MS,
  connectBus,
  followEngineTime,
  serveSignerAdmin,
  type Bus,
  type EngineClient,
} from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Network } from '@bellwether/exchange';
import { openDatabase } from '@bellwether/persistence';
import {
  Health,
  Metrics,
  createHttpApplication,
  watchClock,
  whileStarting,
  type HealthCheck,
  type Logger,
  type RunningApplication,
} from '@bellwether/runtime';
import { SignerModule, assembleSigner } from './app.module';
import type { SignerConfig } from './config';
import { signerDocuments } from './documents';

/** Below the second that a health check has. */
const ENGINE_CHECK_TIMEOUT_MS = 700;

export interface RunningSigner extends RunningApplication {
  /** `http://host:port` */
  readonly url: string;
}

export async function startSigner(context: {
  readonly config: SignerConfig;
  readonly log: Logger;
}): Promise<RunningSigner> {
  const { config, log } = context;
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: config.databasePool,
    log,
  });
  const metrics = new Metrics({ service: 'signer' });
  const bus = await connect(config, { log, metrics });
  const time = new FollowedClock();
  const parts = assembleSigner(config, { bus, database, log, time });
  const clock = watchClock(metrics, {
    aheadMs: () => time.wallAheadMs,
    maxErrorMs: MAX_CLOCK_ERROR_MS,
  });
  const following = new AbortController();
  void followEngineTime(parts.engine, following.signal);
  const health = new Health({
    checks: [
      { name: 'nats', required: true, check: () => requireConnected(bus) },
      ...engineChecks(parts.engine, config.network),
      // Trading goes on for a while with the keys and links in memory; new users and trades wait for it.
      { name: 'postgres', required: false, check: () => database.ping() },
      // It goes by the engine's.
      clock,
    ],
  });
  const application = await createHttpApplication(SignerModule.of(parts), {
    log,
    health,
    metrics,
    documents: signerDocuments(),
    ...(config.trustedProxies === undefined ? {} : { trustProxy: config.trustedProxies }),
  });
  const { administration } = parts;
  const admin = await serveSignerAdmin(
    bus,
    {
      create_builder: (request) => administration.createBuilder(request),
      create_key: (request) => administration.createKey(request),
      rotate_key: (request) => administration.rotateKey(request),
      revoke_key: (request) => administration.revokeKey(request),
      list_keys: (request) => administration.listKeys(request),
    },
    log,
  );
  await application.listen(config.port, config.host);
  const url = await application.getUrl();
  log.info({ url, network: config.network }, 'signer is listening');
  return {
    url,
    async stop() {
      health.markStopping();
      following.abort();
      await admin.stop();
      await application.close();
      await parts.lastUsed.stop();
      await bus.close();
      await database.close();
    },
  };
}

/** Until NATS is there for the first time the port answers all the same: nobody restarts us for its absence. */
function connect(
  config: SignerConfig,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): Promise<Bus> {
  const refusal = new CodedError('SIGNER_UNAVAILABLE');
  return whileStarting(config, { metrics, log, waitsFor: 'nats', refusal }, () =>
    connectBus({
      servers: config.natsServers,
      name: 'signer',
      nkeySeed: config.natsNkeySeed,
      token: config.natsToken,
      log,
    }),
  );
}

async function requireConnected(bus: Bus): Promise<void> {
  if (!bus.connected) throw new CodedError('ENGINE_UNAVAILABLE');
}

/**
 * Without an engine no signer could do more than this one: out of service together they could not even refuse with 503 and
 * Retry-After. An engine of another network would take no order of ours, as a market id carries its network: that is this
 * signer's configuration.
 */
function engineChecks(engine: EngineClient, network: Network): HealthCheck[] {
  const timeoutMs = ENGINE_CHECK_TIMEOUT_MS;
  const networkNow = async (): Promise<Network> => {
    const { view } = await engine.query('status', {}, { requestId: 'readyz', timeoutMs });
    return view.network;
  };
  return [
    { name: 'engine', required: false, check: networkNow },
    {
      name: 'network',
      required: true,
      async check() {
        const found = await networkNow().catch(() => network);
        if (found !== network) {
          throw new CodedError('ENGINE_UNAVAILABLE', { network: found, expected: network });
        }
      },
    },
  ];
}
