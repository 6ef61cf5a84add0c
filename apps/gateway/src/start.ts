import { ChainNames } from '@bellwether/api';
import {
  EngineClient,
  FollowedClock,
  MAX_CLOCK_ERROR_MS,
  connectBus,
  followEngineTime,
} from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { AuditLog, Projection, TradeHistory, openDatabase } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import {
  Health,
  Metrics,
  createHttpApplication,
  watchClock,
  watchShortAnswers,
  whileStarting,
} from '@bellwether/runtime';
import type { HealthCheck, Logger, RunningApplication, StartContext } from '@bellwether/runtime';
import { HistoryProgress } from './account/history-progress';
import { AuditTrail } from './admin/audit-trail';
import { GatewayModule } from './app.module';
import type { GatewayConfig } from './config';
import { gatewayDocuments } from './documents';
import { SharedQueries } from './live/shared-queries';
import { watchLiveViews } from './live/live-metrics';
import { ENGINE_CHECK_TIMEOUT_MS } from './limits';
import { LiveViews } from './live/live-views';
import { GatewayLimits } from './rate-limits/gateway-limits';
import { Streams } from './stream/streams';
import type { StreamEnding, StreamsParts } from './stream/streams';

/** Connects, serves, and knows how to stop: refuse new work, finish what is in hand, let go. */
export async function startGateway(
  starting: StartContext<GatewayConfig>,
): Promise<RunningApplication> {
  const { config, log } = starting;
  const metrics = new Metrics({ service: 'gateway' });
  const bus = await connect(config, { log, metrics });
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: config.databasePool,
    log,
  });
  const { shard, adminKeyHash, hasFunding, chainNames } = config;
  const following = new AbortController();
  const { time, engine, clock } = engineAndItsTime(bus, { shard, metrics }, following.signal);
  const live = new LiveViews({ bus, engine, shard, log });
  let ending: StreamEnding = 'GATEWAY_STOPPING';
  live.start((reason) => {
    ending = 'GATEWAY_FAILED';
    starting.fail(reason);
  });
  const health = healthOf({ bus, engine, live, database, clock });
  const audit = new AuditTrail(new AuditLog(database), log, time.nowMs);
  const limits = new GatewayLimits(config.rates);
  watchLiveViews(metrics, live);
  watchShortAnswers(metrics, () => [bus]);
  const ofStreams = { bus, engine, live, database, shard, log, metrics, nowMs: time.nowMs };
  const streams = streamsOf({ ...ofStreams, limits: config.streams });
  const application = await createHttpApplication(
    GatewayModule.with({
      bus,
      engine,
      live,
      database,
      shard,
      audit,
      adminKeyHash,
      hasFunding,
      limits,
      streams,
      chainNames: new ChainNames(chainNames),
    }),
    {
      log,
      health,
      metrics,
      isForAnyOrigin: true,
      documents: gatewayDocuments({ hasAdmin: adminKeyHash !== undefined }),
      admit: (request, reply) => limits.admit(request, reply),
      ...(config.trustedProxies === undefined ? {} : { trustProxy: config.trustedProxies }),
    },
  );
  const server = application.getHttpAdapter().getInstance();
  streams.listen(application.getHttpServer(), (request, response) => {
    server.routing(request, response);
  });
  await application.listen(config.port, config.host);
  log.info({ url: await application.getUrl(), admin: adminKeyHash !== undefined }, 'listening');
  return {
    async stop() {
      health.markStopping();
      following.abort();
      await streams.stop(ending);
      await application.close();
      await live.stop();
      await audit.close();
      await bus.close();
      await database.close();
    },
  };
}

/** This process goes by the engine's time, which each of its answers tells. */
function engineAndItsTime(
  bus: Bus,
  { shard, metrics }: { readonly shard: number; readonly metrics: Metrics },
  signal: AbortSignal,
): { readonly time: FollowedClock; readonly engine: EngineClient; readonly clock: HealthCheck } {
  const time = new FollowedClock();
  const engine = new EngineClient({ bus, shard, time });
  void followEngineTime(engine, signal);
  const aheadMs = () => time.wallAheadMs;
  return { time, engine, clock: watchClock(metrics, { aheadMs, maxErrorMs: MAX_CLOCK_ERROR_MS }) };
}

/** Until NATS is there for the first time the port answers all the same: nobody restarts us for its absence. */
function connect(
  config: GatewayConfig,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): Promise<Bus> {
  const refusal = new CodedError('ENGINE_UNAVAILABLE');
  return whileStarting(config, { metrics, log, waitsFor: 'nats', refusal }, () =>
    connectBus({
      servers: config.natsServers,
      // Its admin role has permissions of its own: a process that serves both has both.
      name: config.adminKeyHash === undefined ? 'gateway' : 'gateway-admin',
      nkeySeed: config.natsNkeySeed,
      token: config.natsToken,
      log,
    }),
  );
}

interface StreamsOf extends Pick<
  StreamsParts,
  'bus' | 'limits' | 'live' | 'log' | 'metrics' | 'nowMs' | 'shard'
> {
  readonly engine: EngineClient;
  readonly database: Database;
}

const streamsOf = ({ engine, database, ...parts }: StreamsOf): Streams =>
  new Streams({
    ...parts,
    engine: new SharedQueries(engine),
    trades: new TradeHistory(database),
    history: new HistoryProgress(new Projection(database, parts.shard)),
  });

interface HealthParts {
  readonly bus: Bus;
  readonly engine: EngineClient;
  readonly live: LiveViews;
  readonly database: Database;
  readonly clock: HealthCheck;
}

/**
 * Required is what another gateway may have where this one lacks it. What all of them would lack at once is shown alone:
 * out of service together they could neither refuse with 503 and Retry-After, nor read markets from memory.
 */
function healthOf({ bus, engine, live, database, clock }: HealthParts): Health {
  const timeoutMs = ENGINE_CHECK_TIMEOUT_MS;
  return new Health({
    checks: [
      { name: 'nats', required: true, check: () => requireConnected(bus) },
      { name: 'views', required: true, check: () => requireLoaded(live) },
      {
        name: 'engine',
        required: false,
        check: () => engine.query('status', {}, { requestId: 'readyz', timeoutMs }),
      },
      // What the engine has published is in the views.
      { name: 'events', required: false, check: () => live.current() },
      { name: 'postgres', required: false, check: () => database.ping() },
      // It goes by the engine's.
      clock,
    ],
  });
}

async function requireLoaded(live: LiveViews): Promise<void> {
  if (!live.isLoaded) throw new CodedError('ENGINE_UNAVAILABLE');
}

async function requireConnected(bus: Bus): Promise<void> {
  if (!bus.connected) throw new CodedError('ENGINE_UNAVAILABLE');
}
