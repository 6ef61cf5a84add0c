/**
 * Reads that are asked for more often than all else, answered without what Nest does around a handler: its chain of guards,
 * pipes, interceptors and promises costs two thirds of what Fastify takes for the whole request, and such a read passes it
 * to have its parameters checked. A caller sees no difference: the schemas are the same, and so are the refusals.
 *
 * What else the process does goes before them: their answers leave so many in a turn of the event loop, and where more are
 * in hand than any honest crowd asks for, the next ones are turned away.
 */
import { Header, HttpCode, UseFilters, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError, assert } from '@bellwether/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorFilter } from './error-filter';
import { validated } from './request-pipe';
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
 * On a `GET` handler whose parameters are all `@PathParam` and `@QueryParams`, and which answers with a body, where nothing
 * else is wanted of Nest: no guard, pipe or interceptor beside the global ones.
 */
export const Direct =
  (headers: Headers = {}): MethodDecorator =>
  (target, name, descriptor) =>
    RouteConfig({ directMethod: descriptor.value, directHeaders: headers })(
      target,
      name,
      descriptor,
    );

/** Those of one application. */
export class DirectAnswers {
  private readonly answers = new Map<unknown, DirectAnswer>();
  private readonly line: Line;

  constructor(filter: ErrorFilter) {
    this.line = { filter, inHand: 0, turns: new Turns(SENDING_TURN_MS) };
  }

  /** Before Nest adds its routes. */
  listen(server: FastifyInstance): void {
    server.addHook('onRoute', (route) => {
      const method = route.config?.directMethod;
      if (method === undefined) return;
      const answer =
        this.answers.get(method) ?? new DirectAnswer(this.line, route.config?.directHeaders);
      this.answers.set(method, answer);
      route.handler = answer.handle;
    });
  }

  /** When there are controllers: they are what answers. */
  bind(application: NestFastifyApplication): void {
    for (const { instance } of application.get(DiscoveryService).getControllers()) {
      this.bindMethodsOf(instance);
    }
    for (const { isBound } of this.answers.values()) assert(isBound, 'a route has its controller');
  }

  private bindMethodsOf(controller: object): void {
    const prototype: object = Object.getPrototypeOf(controller);
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(prototype))) {
      this.answers.get(value)?.bind(controller, value);
    }
  }
}

/** What all of them share. */
interface Line {
  readonly filter: ErrorFilter;
  readonly turns: Turns;
  inHand: number;
}

class DirectAnswer {
  private bound: { readonly controller: object; readonly method: Method } | null = null;
  private inputs: readonly RouteInput[] = [];
  private takesQuery = false;

  constructor(
    private readonly line: Line,
    private readonly headers: Headers = {},
  ) {}

  get isBound(): boolean {
    return this.bound !== null;
  }

  bind(controller: object, method: Method): void {
    requireNothingAround(controller, method);
    this.bound = { controller, method };
    this.inputs = inputsOf(method);
    const areAll = this.inputs.length === method.length;
    assert(areAll, () => `${method.name}: a direct answer takes only @PathParam and @QueryParams`);
    this.takesQuery = this.inputs.some(({ name }) => name === undefined);
  }

  /** Fastify's handler. */
  readonly handle = (request: FastifyRequest, reply: FastifyReply): void => {
    const { line } = this;
    if (line.inHand === MAX_DIRECT_IN_HAND) {
      line.filter.answer(new CodedError('OVERLOADED'), request, reply);
      return;
    }
    line.inHand++;
    const fail = (error: unknown): void => {
      line.inHand--;
      line.filter.answer(error, request, reply);
    };
    let answer: unknown;
    try {
      answer = this.ask(request);
    } catch (error) {
      fail(error);
      return;
    }
    if (answer instanceof Promise) answer.then((body) => this.send(body, reply), fail);
    else this.send(answer, reply);
  };

  private ask(request: FastifyRequest): unknown {
    const { bound, inputs } = this;
    assert(bound !== null, 'nothing is asked before all controllers are there');
    if (!this.takesQuery) refuseQuery(request);
    const given: unknown[] = [];
    for (const { index, schema, name } of inputs) {
      given[index] =
        name === undefined
          ? validated(schema, request.query, 'query')
          : validated(schema, Object(request.params)[name], name);
    }
    return bound.method.apply(bound.controller, given);
  }

  private send(body: unknown, reply: FastifyReply): void {
    this.line.turns.take(() => {
      this.line.inHand--;
      void reply.headers(this.headers).send(body);
    });
  }
}

const anything = (): void => {};

/** Has around it what a direct answer would pass by: what Nest notes of such a class and method is learnt of this one. */
@UseGuards(anything)
@UseInterceptors(anything)
@UsePipes(anything)
@UseFilters(anything)
class Surrounded {
  @Header('x', 'x')
  @HttpCode(200)
  answer(this: void) {}
}

const AROUND = [Surrounded, Surrounded.prototype.answer].flatMap((one) =>
  Reflect.getMetadataKeys(one),
);

function requireNothingAround(controller: object, method: Method): void {
  for (const target of [controller.constructor, method]) {
    const found = AROUND.filter((key) => Reflect.hasMetadata(key, target));
    assert(found.length === 0, () => `${method.name}: a direct answer would pass ${found.join()}`);
  }
}
