/** `/healthz`, `/readyz` and `/metrics`, the same on an app's public server and on a bare health server. */
import type { Health } from '../health/health';
import type { Metrics } from '../metrics/metrics';

export interface OperationsAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface OperationsParts {
  readonly health: Health;
  readonly metrics: Metrics;
}

export const OPERATIONS_PATHS = ['/healthz', '/readyz', '/metrics'] as const;
export type OperationsPath = (typeof OPERATIONS_PATHS)[number];

const json = (status: number, value: unknown): OperationsAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/**
 * `/healthz`: 200 while the process can answer at all; an orchestrator restarts it otherwise. `/readyz`: 200 if every
 * required check is well, else 503, with every check by name; no requests should be sent to it then.
 */
export async function answerOperations(
  path: OperationsPath,
  parts: OperationsParts,
): Promise<OperationsAnswer> {
  if (path === '/healthz') return json(200, { status: 'alive' });
  if (path === '/readyz') {
    const report = await parts.health.report();
    return json(report.ready ? 200 : 503, report);
  }
  const { text, contentType } = await parts.metrics.expose();
  return { status: 200, contentType, body: text };
}
