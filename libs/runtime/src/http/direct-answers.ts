/**
 * The most frequent requests, answered without what Nest does around a handler: its chain of guards, pipes, interceptors
 * and promises costs two thirds of what Fastify takes for the whole request. A caller sees no difference: the schemas are
 * the same, and so are the refusals.
 *
 * Reads yield to everything else the process does: a turn of the event loop sends only so many of their answers, and reads
 * beyond what any honest crowd requests are rejected. Answers to commands are sent at once.
 */
import { Header, HttpCode, UseFilters, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError, assert } from '@bellwether/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { ErrorFilter } from './error-filter';
import { validated, validatedBody } from './request-pipe';
import { inputsOf } from './route-inputs';
import type { RouteInput } from './route-inputs';
import { Turns } from './turns';
import { refuseQuery } from './unknown-query-guard';

/** Ten long lists, or sixty balances: whoever comes between two turns waits so long, and for what else is done in one. */
const SENDING_TURN_MS = 1;
/**
 * Asked for and not answered: a hundred pages opened at the same moment ask for a thousand, and an evenly busy process has some
 * ten. They take a tenth of a second, and 20 MB. Beyond it a read is refused, which costs a fraction of one.
 */
export const MAX_DIRECT_IN_HAND = 2_048;

type Method = (...given: unknown[]) => unknown;
type Headers = Readonly<Record<string, string>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The method of a controller that answers this route directly. */
    directMethod?: unknown;
    directHeaders?: Headers;
  }
}

/**
 * On a handler that answers with a body and status 200, and needs nothing else of Nest: its parameters are all decorators
 * of route-inputs.ts, and it has no guard, pipe or interceptor beside the global ones.
 */
export const Direct =
  (headers: Headers = {}): MethodDecorator =>
  (target, name, descriptor) =>
    RouteConfig({ directMethod: descriptor.value, directHeaders: headers })(
      target,
      name,
      descriptor,
    );

/**
 * The global guard of an application that authenticates. Direct answers call it before anything of the request is parsed,
 * as Nest does.
 */
export abstract class DirectGuard {
  /** @throws CodedError the answer; nothing else is done then */
  abstract admit(request: FastifyRequest, reply: FastifyReply, handler: object): Promise<void>;
}

/** Those of one application. */
export class DirectAnswers {
  private readonly answers = new Map<unknown, DirectAnswer>();
  private readonly reads = new Reads();

  constructor(private readonly filter: ErrorFilter) {}

  /** Before Nest adds its routes. */
  listen(server: FastifyInstance): void {
    server.addHook('onRoute', (route) => {
      const method = route.config?.directMethod;
      if (method === undefined) return;
      const answer = this.answers.get(method) ?? this.answerOf(route);
      this.answers.set(method, answer);
      route.handler = answer.handle;
    });
  }

  /** When there are controllers: they are what answers. */
  bind(application: NestFastifyApplication): void {
    const guard = guardOf(application);
    for (const { instance } of application.get(DiscoveryService).getControllers()) {
      this.bindMethodsOf(instance, guard);
    }
    for (const { isBound } of this.answers.values()) assert(isBound, 'a route has its controller');
  }

  private answerOf({ method, config }: RouteOptions): DirectAnswer {
    const isRead = [method].flat().includes('GET');
    return new DirectAnswer(this.filter, isRead ? this.reads : null, config?.directHeaders);
  }

  private bindMethodsOf(controller: object, guard: DirectGuard | null): void {
    const prototype: object = Object.getPrototypeOf(controller);
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(prototype))) {
      this.answers.get(value)?.bind(controller, value, guard);
    }
  }
}

/** The reads of an application that are under way. */
class Reads {
  readonly turns = new Turns(SENDING_TURN_MS);
  inHand = 0;
}

class DirectAnswer {
  private bound: { readonly controller: object; readonly method: Method } | null = null;
  private inputs: readonly RouteInput[] = [];
  private takesQuery = false;
  private guard: DirectGuard | null = null;

  /** @param reads null: a command, which is limited by the engine, and answered at once */
  constructor(
    private readonly filter: ErrorFilter,
    private readonly reads: Reads | null,
    private readonly headers: Headers = {},
  ) {}

  get isBound(): boolean {
    return this.bound !== null;
  }

  bind(controller: object, method: Method, guard: DirectGuard | null): void {
    requireNothingAround(controller, method);
    this.bound = { controller, method };
    this.guard = guard;
    this.inputs = inputsOf(method);
    const areAll = this.inputs.length === method.length;
    assert(
      areAll,
      () => `${method.name}: a direct answer takes only what route-inputs.ts decorates`,
    );
    this.takesQuery = this.inputs.some((input) => input.of === 'query');
  }

  /** Fastify's handler. */
  readonly handle = (request: FastifyRequest, reply: FastifyReply): void => {
    const { reads, filter } = this;
    if (reads !== null) {
      if (reads.inHand === MAX_DIRECT_IN_HAND) {
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
      answer = this.guard === null ? this.ask(request, reply) : this.askAdmitted(request, reply);
    } catch (error) {
      fail(error);
      return;
    }
    if (answer instanceof Promise) answer.then((body) => this.send(body, reply), fail);
    else this.send(answer, reply);
  };

  private async askAdmitted(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { bound, guard } = this;
    assert(bound !== null && guard !== null, 'nothing is asked before all controllers are there');
    await guard.admit(request, reply, bound.method);
    return this.ask(request, reply);
  }

  private ask(request: FastifyRequest, reply: FastifyReply): unknown {
    const { bound, inputs } = this;
    assert(bound !== null, 'nothing is asked before all controllers are there');
    if (!this.takesQuery) refuseQuery(request);
    const given: unknown[] = [];
    for (const input of inputs) given[input.index] = valueOf(input, request, reply);
    return bound.method.apply(bound.controller, given);
  }

  private send(body: unknown, reply: FastifyReply): void {
    const { reads, headers } = this;
    if (reads === null) {
      void reply.headers(headers).send(body);
      return;
    }
    reads.turns.take(() => {
      reads.inHand--;
      void reply.headers(headers).send(body);
    });
  }
}

const guardOf = (application: NestFastifyApplication): DirectGuard | null =>
  application
    .get(DiscoveryService)
    .getProviders()
    .map(({ instance }): unknown => instance)
    .find((one) => one instanceof DirectGuard) ?? null;

function valueOf(input: RouteInput, request: FastifyRequest, reply: FastifyReply): unknown {
  switch (input.of) {
    case 'path':
      return validated(input.schema, Object(request.params)[input.name], input.name);
    case 'query':
      return validated(input.schema, request.query, 'query');
    case 'body':
      return validatedBody(input.schema, request.body);
    case 'reading':
      return input.read(request);
    case 'request':
      return request;
    case 'reply':
      return reply;
  }
}

const anything = (): void => {};

/** Has around it what a direct answer would skip. What Nest records of such a class and method is learnt from this one. */
@UseGuards(anything)
@UseInterceptors(anything)
@UsePipes(anything)
@UseFilters(anything)
class Surrounded {
  @Header('x', 'x')
  answer(this: void) {}
}

class WithStatus {
  @HttpCode(200)
  answer(this: void) {}
}

const keysOf = (...places: object[]): unknown[] =>
  places.flatMap((place) => Reflect.getMetadataKeys(place));
const AROUND = keysOf(Surrounded, Surrounded.prototype.answer);
const STATUS = keysOf(WithStatus.prototype.answer);

function requireNothingAround(controller: object, method: Method): void {
  for (const target of [controller.constructor, method]) {
    const found = AROUND.filter((key) => Reflect.hasMetadata(key, target));
    assert(found.length === 0, () => `${method.name}: a direct answer would skip ${found.join()}`);
  }
  const hasOtherStatus = STATUS.some(
    (key) => Reflect.hasMetadata(key, method) && Reflect.getMetadata(key, method) !== 200,
  );
  assert(!hasOtherStatus, () => `${method.name}: a direct answer has status 200`);
}
