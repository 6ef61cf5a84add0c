import { z } from 'zod';
import { urlVariable } from '../config/config';

/** One request in a hundred: the cost on the hot path stays below what can be measured. */
const DEFAULT_SAMPLED_SHARE = 0.01;
const SHARE_EXPECTED = 'must be a share from 0 to 1, e.g. 0.01';

/** Names of OpenTelemetry. The exporter itself reads `OTEL_EXPORTER_OTLP_HEADERS` and others. */
export const tracingVariables = z
  .object({
    /** The base URL of a collector that speaks OTLP over HTTP, e.g. `http://collector:4318`. Without it nothing is traced. */
    OTEL_EXPORTER_OTLP_ENDPOINT: urlVariable(['http', 'https']).optional(),
    /** The share of traces beginning here that are recorded. */
    OTEL_TRACES_SAMPLER_ARG: z
      .string({ error: SHARE_EXPECTED })
      .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, { error: SHARE_EXPECTED })
      .transform(Number)
      .default(DEFAULT_SAMPLED_SHARE),
  })
  .transform((env) => ({
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampledShare: env.OTEL_TRACES_SAMPLER_ARG,
  }));
export type TracingConfig = z.infer<typeof tracingVariables>;
