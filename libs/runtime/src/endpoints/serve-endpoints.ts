/**
 * The one way of a request through HTTP, once it was admitted (http-application.ts): the guard of its caller, the schemas
 * of path, query and body in this order, the handler, the answer. Nest makes the controllers and has no part in it:
 * its chain around a handler costs two thirds of what Fastify takes for the whole request.
 *
 * Reads from memory yield to everything else the process does: a turn of the event loop sends only so many of their
 * answers, and reads beyond what any honest crowd requests are refused. All other answers are sent at once.
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
import { Turns } from './turns';

/** Ten long lists, or sixty balances: what comes between two turns waits so long, and for what else is done in one. */
const SENDING_TURN_MS = 1;
/**
 * Asked for and not answered: a hundred pages opened at the same moment ask for a thousand, and an evenly busy process has some
 * ten. They take a tenth of a second, and 20 MB. Beyond it a read is refused, which costs a fraction of one.
 */
export const MAX_READS_IN_HAND = 2_048;

const JSON_TYPE = 'application/json; charset=utf-8';
const NOTHING = Object.freeze({});

/** Adds the routes of all endpoints that the application's controllers answer. */
export function serveEndpoints(application: NestFastifyApplication, filter: ErrorFilter): void {
  const server = application.getHttpAdapter().getInstance();
  const discovery = application.get(DiscoveryService);
  const reads: Reads = { turns: new Turns(SENDING_TURN_MS), inHand: 0 };
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
      // Fastify shows the configuration with an answer that cannot be serialized: no schemas in it.
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

/** Those from memory of one application. */
interface Reads {
  readonly turns: Turns;
  inHand: number;
}

class Route {
  private readonly parameters: readonly (readonly [string, Schema])[];

  /** @param reads null: answered at once, and limited elsewhere */
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

  /** Fastify's handler. */
  readonly handle = (request: FastifyRequest, reply: FastifyReply): void => {
    const { reads, filter } = this;
    if (reads !== null) {
      if (reads.inHand === MAX_READS_IN_HAND) {
        filter.answer(new CodedError('OVERLOADED'), request, reply);
        return;
      }
      reads.inHand++;
    }
    const fail = (error: unknown): void => {
      if (reads !== null) reads.inHand--;
      filter.answer(error, request, reply);
    };
    let answer: unknown;
    try {
      answer = this.guard === null ? this.ask(request, reply) : this.admit(request, reply);
    } catch (error) {
      fail(error);
      return;
    }
    if (answer instanceof Promise) answer.then((body) => this.send(body, request, reply), fail);
    else this.send(answer, request, reply);
  };

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

  private send(made: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { reads, endpoint } = this;
    // Its handler has taken the connection over.
    if (endpoint.answer === undefined) return;
    const { status, wraps } = endpoint;
    const body = wraps === true ? { success: true, data: made } : made;
    if (status !== undefined) reply.status(status);
    if (typeof body === 'string') reply.header('content-type', JSON_TYPE);
    if (reads === null) {
      this.deliver(body, request, reply);
      return;
    }
    reads.turns.take(() => {
      reads.inHand--;
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
