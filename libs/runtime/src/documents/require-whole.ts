import type { RouteTable } from '../http/route-table';
import { operationsOf } from './openapi';
import type { OpenApiDocument } from './openapi';

/** A document must describe exactly the routes that are served. @throws Error with the routes that only one side has */
export function requireWhole(document: OpenApiDocument, routes: Pick<RouteTable, 'all'>): void {
  const served = new Set(
    routes.all().flatMap(({ pattern, methods }) =>
      methods
        .filter((method) => method !== 'HEAD') // Fastify itself adds HEAD beside each GET
        .map((method) => `${method} ${pattern.replaceAll(/:(\w+)/g, '{$1}')}`),
    ),
  );
  const reported = new Set(
    operationsOf(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
  );
  const faults = [
    ...[...served].filter((one) => !reported.has(one)).map((one) => `${one} is not documented`),
    ...[...reported].filter((one) => !served.has(one)).map((one) => `${one} is not served`),
  ];
  if (faults.length > 0) throw new Error(`The document is not whole: ${faults.join(', ')}.`);
}
