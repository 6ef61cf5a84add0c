/** The signer from start to stop. `main.ts` runs it as a process; tests run it as it is. */
import { CodedError } from '@bellwether/errors';
import { EngineClient } from '@bellwether/bus';
import { BusServer, setStandingHeaders } from '@bellwether/nest-bus';
import { Metrics, createHttpApplication, whileStarting } from '@bellwether/runtime';
import type { Logger, RunningApplication } from '@bellwether/runtime';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SignerModule } from './app.module';
import type { SignerConfig } from './config';
import { signerDocuments } from './documents';
import { SignerLimits } from './envelope/signer-limits';
import { healthOf } from './health';

export interface RunningSigner extends RunningApplication {
  /** `http://host:port` */
  readonly url: string;
}

export async function startSigner(context: {
  readonly config: SignerConfig;
  readonly log: Logger;
}): Promise<RunningSigner> {
  const { config, log } = context;
  const metrics = new Metrics({ service: 'signer' });
  let made: NestFastifyApplication | undefined;
  let limits: SignerLimits | undefined;
  let engine: EngineClient | undefined;
  const health = healthOf(() => made, { metrics, network: config.network });
  // The port answers even before NATS is first reachable: a missing NATS is no reason to restart this process.
  const refusal = new CodedError('SIGNER_UNAVAILABLE');
  const application = (made = await whileStarting(
    config,
    { metrics, log, waitsFor: 'nats', refusal },
    () =>
      createHttpApplication(SignerModule.with(config, { log, metrics }), {
        log,
        health,
        metrics,
        documents: signerDocuments(),
        admit: (request, reply) =>
          (limits ??= made?.get(SignerLimits))?.chargeOutside(request, reply),
        beforeAnswer: (request, reply) =>
          setStandingHeaders((engine ??= made?.get(EngineClient)), request, reply),
        // The page of builders reads with their keys. No page may change anything here.
        anyOrigin: { only: ['/v1/builder'], headers: ['X-Api-Key', 'X-Timestamp', 'X-Signature'] },
        ...(config.trustedProxies === undefined ? {} : { trustProxy: config.trustedProxies }),
      }),
  ));
  application.connectMicroservice<MicroserviceOptions>({ strategy: application.get(BusServer) });
  await application.startAllMicroservices();
  await application.listen(config.port, config.host);
  const url = await application.getUrl();
  log.info({ url, network: config.network }, 'signer is listening');
  return {
    url,
    async stop() {
      health.markStopping();
      await application.close();
    },
  };
}
