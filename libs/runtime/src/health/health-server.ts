import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CodedError } from '@bellwether/errors';
import { ARRIVAL_TIMES, arrivalOptions } from '../http/arrival-times';
import { errorAnswer } from '../http/error-answer';
import type { Logger } from '../logging/logger';
import { OPERATIONS_PATHS, answerOperations } from '../http/operations-routes';
import type { OperationsParts } from '../http/operations-routes';
import { REQUEST_ID_HEADER, requestIdOfCall } from '../http/request-context';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface HealthServerParts extends OperationsParts {
  readonly log: Logger;
  /** The answer to any other request; without it there is none. */
  readonly refusal?: CodedError;
}

/** `/healthz`, `/readyz`, `/metrics` for an app without a public HTTP server of its own. Port 0: a free one. */
export async function startHealthServer(
  options: { host: string; port: number },
  parts: HealthServerParts,
): Promise<HealthServer> {
  const server = createServer(arrivalOptions(ARRIVAL_TIMES), (request, response) => {
    const path = OPERATIONS_PATHS.find((known) => known === request.url?.split('?', 1)[0]);
    if (path === undefined || request.method !== 'GET') {
      refuse(request, response, parts.refusal);
      return;
    }
    answerOperations(path, parts).then(
      ({ status, contentType, body }) => {
        response.writeHead(status, { 'content-type': contentType }).end(body);
      },
      (error: unknown) => {
        parts.log.error({ err: error, path }, 'health server');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: portOf(server.address()),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: CodedError | undefined,
): void {
  if (refusal === undefined) {
    response.writeHead(404).end();
    return;
  }
  const requestId = requestIdOfCall(request.headers);
  const { status, headers, body } = errorAnswer(refusal, requestId);
  response
    .writeHead(status, {
      ...headers,
      [REQUEST_ID_HEADER]: requestId,
      'content-type': 'application/json; charset=utf-8',
    })
    .end(JSON.stringify(body));
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
