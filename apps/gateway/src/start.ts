import { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import {
  Metrics,
  createHttpApplication,
  watchShortAnswers,
  whileStarting,
} from '@bellwether/runtime';
import type { RunningApplication, StartContext } from '@bellwether/runtime';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewayModule } from './app.module';
import type { GatewayConfig } from './config';
import { gatewayDocuments } from './documents';
import { Failure } from './failure';
import { healthOf } from './health';
import { watchLiveViews } from './live/live-metrics';
import { LiveViews } from './live/live-views';
import { GatewayLimits } from './rate-limits/gateway-limits';
import { Streams } from './stream/streams';

/** Connects, serves, and stops in order: refuse new work, finish the work under way, disconnect. */
export async function startGateway(
  starting: StartContext<GatewayConfig>,
): Promise<RunningApplication> {
  const { config, log } = starting;
  const { adminKeyHash, rates, trustedProxies } = config;
  const metrics = new Metrics({ service: 'gateway' });
  const failure = new Failure((reason) => starting.fail(reason));
  const limits = new GatewayLimits(rates);
  let made: NestFastifyApplication | undefined;
  const health = healthOf(() => made, metrics);
  // The port answers even before NATS is first reachable: a missing NATS is no reason to restart this process.
  const refusal = new CodedError('ENGINE_UNAVAILABLE');
  const application = (made = await whileStarting(
    config,
    { metrics, log, waitsFor: 'nats', refusal },
    () =>
      createHttpApplication(GatewayModule.with({ config, failure, limits, log, metrics }), {
        log,
        health,
        metrics,
        isForAnyOrigin: true,
        ownOriginPaths: ['/admin'],
        documents: gatewayDocuments({ hasAdmin: adminKeyHash !== undefined }),
        admit: (request, reply) => limits.admit(request, reply),
        ...(trustedProxies === undefined ? {} : { trustProxy: trustedProxies }),
      }),
  ));
  watchLiveViews(metrics, application.get(LiveViews));
  watchShortAnswers(metrics, () => [application.get(Bus)]);
  const server = application.getHttpAdapter().getInstance();
  application.get(Streams).listen(application.getHttpServer(), (request, response) => {
    server.routing(request, response);
  });
  await application.listen(config.port, config.host);
  log.info({ url: await application.getUrl(), admin: adminKeyHash !== undefined }, 'listening');
  return {
    async stop() {
      health.markStopping();
      await application.close();
    },
  };
}
