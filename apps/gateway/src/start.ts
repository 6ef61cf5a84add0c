import { ChainNames } from '@bellwether/api';
import { EngineClient, connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { AuditLog, openDatabase } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { Health, Metrics, createHttpApplication } from '@bellwether/runtime';
import type { RunningApplication, StartContext } from '@bellwether/runtime';
import { AuditTrail } from './admin/audit-trail';
import { GatewayModule } from './app.module';
import type { GatewayConfig } from './config';

/** Connects, serves, and knows how to stop: refuse new work, finish what is in hand, let go. */
export async function startGateway({
  config,
  log,
}: StartContext<GatewayConfig>): Promise<RunningApplication> {
  const bus = await connectBus({
    servers: config.natsServers,
    name: 'gateway',
    ...(config.natsToken === undefined ? {} : { token: config.natsToken.reveal() }),
    log,
  });
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: config.databasePool,
    log,
  });
  const { shard, adminKeyHash, hasFunding, chainNames } = config;
  const health = healthOf(bus, database, shard);
  const audit = new AuditTrail(new AuditLog(database), log);
  const application = await createHttpApplication(
    GatewayModule.with({
      bus,
      database,
      shard,
      audit,
      adminKeyHash,
      hasFunding,
      chainNames: new ChainNames(chainNames),
    }),
    {
      log,
      health,
      metrics: new Metrics({ service: 'gateway' }),
      ...(config.trustedProxies === undefined ? {} : { trustProxy: config.trustedProxies }),
    },
  );
  await application.listen(config.port, config.host);
  log.info({ url: await application.getUrl(), admin: adminKeyHash !== undefined }, 'listening');
  return {
    async stop() {
      health.markStopping();
      await application.close();
      await audit.close();
      await bus.close();
      await database.close();
    },
  };
}

/** Ready to take an order: the bus and the engine behind it. Without history the gateway still trades. */
function healthOf(bus: Bus, database: Database, shard: number): Health {
  const engine = new EngineClient({ bus, shard });
  const timeoutMs = 900;
  return new Health({
    checks: [
      { name: 'nats', required: true, check: () => requireConnected(bus) },
      {
        name: 'engine',
        required: true,
        check: () => engine.query('status', {}, { requestId: 'readyz', timeoutMs }),
      },
      { name: 'postgres', required: false, check: () => database.ping() },
    ],
  });
}

async function requireConnected(bus: Bus): Promise<void> {
  if (!bus.connected) throw new CodedError('ENGINE_UNAVAILABLE');
}
