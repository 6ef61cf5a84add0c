/**
 * Sends traces of this process to a collector, if there is one. The packages that record and send are loaded only then.
 * Otherwise `@opentelemetry/api` does nothing, at the cost of one check.
 */
import { context, propagation, trace } from '@opentelemetry/api';
import type { TracingConfig } from './tracing-variables';

export interface Tracing {
  /** Sends what was recorded, if the collector accepts it. */
  stop(): Promise<void>;
}

/**
 * Spans that wait for the collector. Further ones are dropped. Two batches a second are sent: far more than is sampled.
 */
const MAX_WAITING_SPANS = 2_048;
const BATCH_INTERVAL_MS = 500;
/** A slow collector must not delay a stop: a process has 8 s for all of it. */
const EXPORT_TIMEOUT_MS = 1_000;
/** Attributes are names, codes and numbers, so a longer value is a mistake. */
const MAX_ATTRIBUTE_CHARACTERS = 256;

export async function startTracing(service: string, config: TracingConfig): Promise<Tracing> {
  const { endpoint, sampledShare } = config;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, hooks, core] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ]);
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const byTraceId = new sdk.TraceIdRatioBasedSampler(sampledShare);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'bellwether',
    }),
    // Over NATS only recorded traces are passed on. Over HTTP no caller's flag counts.
    sampler: new sdk.ParentBasedSampler({ root: byTraceId, remoteParentNotSampled: byTraceId }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }),
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: BATCH_INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      await provider.shutdown().catch(() => undefined);
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}

/** True if this process records traces. */
export const isTracing = (): boolean => propagation.fields().length > 0;
