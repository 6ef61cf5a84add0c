import { Bus, EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { setStandingHeaders } from '@bellwether/nest-bus';
import {
  Metrics,
  createHttpApplication,
  watchShortAnswers,
  whileStarting,
} from '@bellwether/runtime';
import type { HttpApplicationOptions, RunningApplication, StartContext } from '@bellwether/runtime';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewayModule } from './app.module';
import type { GatewayConfig } from './config';
import { gatewayDocuments } from './documents';
import { Failure } from './failure';
import { NetworkOfExchange } from './exchange/network';
import { healthOf } from './health';
import { watchLiveViews } from './live/live-metrics';
import { LiveViews } from './live/live-views';
import { Pages } from './pages/pages';
import { GatewayLimits } from './rate-limits/gateway-limits';
import { Streams } from './stream/streams';

/** Connects, serves, and stops in order: refuses new work, finishes the work under way, disconnects. */
export async function startGateway(
  starting: StartContext<GatewayConfig>,
): Promise<RunningApplication> {
  const { config, log } = starting;
  const { adminKeyHashes, rates, trustedProxies } = config;
  const hasAdmin = adminKeyHashes.length > 0;
  const metrics = new Metrics({ service: 'gateway' });
  const failure = new Failure((reason) => starting.fail(reason));
  const limits = new GatewayLimits(rates);
  let made: NestFastifyApplication | undefined;
  let engine: EngineClient | undefined;
  const pages = pagesOf(config, () => made);
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
        anyOrigin: { except: ['/admin'] },
        documents: gatewayDocuments({ hasAdmin }),
        admit: (request, reply) => limits.admit(request, reply),
        beforeAnswer: (request, reply) =>
          setStandingHeaders((engine ??= made?.get(EngineClient)), request, reply),
        ...(pages === undefined ? {} : { pages }),
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
  log.info({ url: await application.getUrl(), admin: hasAdmin }, 'listening');
  return {
    async stop() {
      health.markStopping();
      await application.close();
    },
  };
}

/** @param made the application, which knows the network; undefined before it exists */
function pagesOf(
  { pages: mode, adminKeyHashes, chainNames, hasFunding, signerUrl }: GatewayConfig,
  made: () => NestFastifyApplication | undefined,
): HttpApplicationOptions['pages'] {
  if (mode === 'off') return undefined;
  const hasAdmin = adminKeyHashes.length > 0;
  const signer = signerUrl ?? null;
  const pages = new Pages({ mode, signerUrl: signer }, async () => {
    const network = await made()?.get(NetworkOfExchange).network();
    if (network === undefined) throw new CodedError('ENGINE_UNAVAILABLE');
    const features = { funding: hasFunding, operators: hasAdmin };
    return { network, chains: chainNames, signer, features };
  });
  return (request, reply) => pages.answer(request, reply);
}
