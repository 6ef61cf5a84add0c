/**
 * Serves every admitted request (http-application.ts) in the same order: the guard of its caller, the schemas of path,
 * query and body, the handler, the answer. Nest makes the controllers and is not involved otherwise: its chain around a
 * handler costs two thirds of what Fastify takes for the whole request.
 *
 * Reads from memory yield to all other work of the process. A turn of the event loop sends only some of their answers,
 * and reads beyond the limit of reads in flight are refused. All other answers are sent at once.
 */
import { DiscoveryService } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError, assert } from '@bellwether/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorFilter } from '../http/error-filter';
import { CallerGuard } from './caller-guard';
import { endpointOf } from './endpoint';
import type { EndpointTerms, Handler, In } from './endpoint';
import { refuseQuery, validated, validatedBody } from './request-values';
import { YieldingQueue } from './yielding-queue';

/** Time for ten long lists, or sixty balances. Everything else waits this long between two turns. */
const SENDING_TURN_MS = 1;
/**
 * A hundred pages that open at the same moment send a thousand reads, and an evenly busy process has about ten. This
 * many take a tenth of a second, and 20 MB. Beyond the limit a read is refused, which costs a fraction of an answer.
 */
export const MAX_READS_IN_FLIGHT = 2_048;

const JSON_TYPE = 'application/json; charset=utf-8';
const NOTHING = Object.freeze({});

/** Adds the routes of all endpoints that the application's controllers answer. */
export function serveEndpoints(application: NestFastifyApplication, filter: ErrorFilter): void {
  const server = application.getHttpAdapter().getInstance();
  const discovery = application.get(DiscoveryService);
  const reads: Reads = { answers: new YieldingQueue(SENDING_TURN_MS), inFlight: 0 };
  const guards = new Map<string, CallerGuard>();
  for (const { instance } of discovery.getProviders()) {
    if (!(instance instanceof CallerGuard)) continue;
    for (const credential of instance.credentials) {
      assert(!guards.has(credential), () => `${credential}: two guards`);
      guards.set(credential, instance);
    }
  }
  for (const { instance } of discovery.getControllers()) {
    for (const [endpoint, handler] of handlersOf(instance)) {
      const { method, path: url, caller, isFromMemory } = endpoint;
      const guard = guards.get(caller?.credential ?? '') ?? null;
      assert(caller === null || guard !== null, () => `${endpoint.id}: nobody guards it`);
      const route = new Route(endpoint, handler, filter, guard, isFromMemory ? reads : null);
      // Fastify logs the configuration with an answer that cannot be serialized, so it holds no schemas.
      const config = { wraps: endpoint.wraps === true };
      server.route({ method, url, config, handler: route.handle });
    }
  }
}

function handlersOf(controller: object): (readonly [EndpointTerms, Handler])[] {
  const methods = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(controller));
  return Object.values(methods).flatMap(({ value: method }) => {
    const endpoint = typeof method === 'function' ? endpointOf(method) : undefined;
    return endpoint === undefined ? [] : [[endpoint, method.bind(controller)] as const];
  });
}

/** The reads from memory of one application. */
interface Reads {
  readonly answers: YieldingQueue;
  inFlight: number;
}

class Route {
  private readonly parameters: readonly (readonly [string, Schema])[];

  /** @param reads null: the answer is sent at once, and limited elsewhere */
  constructor(
    private readonly endpoint: EndpointTerms,
    private readonly handler: Handler,
    private readonly filter: ErrorFilter,
    private readonly guard: CallerGuard | null,
    private readonly reads: Reads | null,
  ) {
    this.parameters = Object.entries(endpoint.parameters ?? {});
    const isTakenOver = endpoint.status === 101;
    assert(isTakenOver === (endpoint.answer === undefined), () => `${endpoint.id}: no answer`);
    const named = endpoint.path.match(/(?<=:)\w+/g) ?? [];
    const known = this.parameters.map(([name]) => name);
    assert(named.join() === known.join(), () => `${endpoint.id}: ${endpoint.path} has no schemas`);
  }

  /** Fastify's handler for the route. */
  readonly handle = (request: FastifyRequest, reply: FastifyReply): void => {
    const { reads, filter } = this;
    if (reads !== null) {
      if (reads.inFlight === MAX_READS_IN_FLIGHT) {
        filter.answer(new CodedError('OVERLOADED'), request, reply);
        return;
      }
      reads.inFlight++;
    }
    const fail = (error: unknown): void => {
      if (reads !== null) reads.inFlight--;
      filter.answer(error, request, reply);
    };
    let answer: unknown;
    try {
      answer = this.guard === null ? this.ask(request, reply) : this.admit(request, reply);
    } catch (error) {
      fail(error);
      return;
    }
    const send = (made: unknown): void => {
      let data: unknown;
      try {
        data = this.presented(made);
      } catch (error) {
        fail(error);
        return;
      }
      this.send(data, request, reply);
    };
    if (answer instanceof Promise) answer.then(send, fail);
    else send(answer);
  };

  /** At once: what it is made of may be what the process has, and changes. */
  private presented(made: unknown): unknown {
    const { present } = this.endpoint;
    return present === undefined || typeof made === 'string' ? made : present(made as never);
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { guard, endpoint } = this;
    await guard!.admit(request, reply, endpoint.caller!);
    return guard!.around(request, async () => this.ask(request, reply));
  }

  private ask(request: FastifyRequest, reply: FastifyReply): unknown {
    const { query: querySchema, body: bodySchema } = this.endpoint;
    if (querySchema === undefined) refuseQuery(request);
    const path = this.parameters.length === 0 ? NOTHING : this.pathOf(request);
    const query =
      querySchema === undefined ? NOTHING : validated(querySchema, request.query, 'query');
    const body = bodySchema === undefined ? NOTHING : validatedBody(bodySchema, request.body);
    return this.handler({ path, query, body, request, reply });
  }

  private pathOf({ params }: FastifyRequest): In<EndpointTerms>['path'] {
    const path: Record<string, unknown> = {};
    for (const [name, schema] of this.parameters) {
      path[name] = validated(schema, (params as Readonly<Record<string, unknown>>)[name], name);
    }
    return path;
  }

  private send(data: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { reads, endpoint } = this;
    // Its handler has taken over the connection.
    if (endpoint.answer === undefined) return;
    const { status, wraps } = endpoint;
    const body = wraps === true ? { success: true, data } : data;
    if (status !== undefined) reply.status(status);
    if (typeof body === 'string') reply.header('content-type', JSON_TYPE);
    if (reads === null) {
      this.deliver(body, request, reply);
      return;
    }
    reads.answers.add(() => {
      reads.inFlight--;
      this.deliver(body, request, reply);
    });
  }

  private deliver(body: unknown, request: FastifyRequest, reply: FastifyReply): void {
    try {
      void reply.send(body);
    } catch (error) {
      this.filter.cannotSend(error, request, reply);
    }
  }
}

type Schema = NonNullable<EndpointTerms['query']>;
