/**
 * Reads that are asked for more often than all else, answered without what Nest does around a handler: its chain of guards,
 * pipes, interceptors and promises costs two thirds of what Fastify takes for the whole request, and such a read passes it
 * to have its parameters checked. A caller sees no difference: the schemas are the same, and so are the refusals.
 *
 * What else the process does goes before them: their answers leave so many in a turn of the event loop, a crowd of them rests
 * while commands come, and where more are in hand than any honest crowd asks for, the next ones are turned away.
 */
import type { ArgumentMetadata } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError, assert } from '@bellwether/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorFilter } from './error-filter';
import { validated } from './request-pipe';
import { Turns } from '../workers/turns';
import { refuseQuery } from './unknown-query-guard';

/** Ten long lists, or sixty balances: whoever comes between two turns waits so long, and for what else is done in one. */
const SENDING_TURN_MS = 1;
/** For so long after a command has come, reads leave the cores to it half of the time: as long as one may take in a flood. */
const GIVES_WAY_MS = 100;
/**
 * Asked for and not answered: a hundred pages opened at the same moment ask for a thousand, and an evenly busy process has some
 * ten. They take a tenth of a second, and 20 MB. Beyond it a read is refused, which costs a fraction of one.
 */
export const MAX_DIRECT_IN_HAND = 2_048;

type Schema = NonNullable<ArgumentMetadata['schema']>;
type Method = (...given: unknown[]) => unknown;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The method of a controller that answers this route directly. */
    directMethod?: unknown;
  }
}

/**
 * On a `GET` handler whose parameters are all `@Param(name, { schema })` and `@Query({ schema })`, and which answers with a
 * body, where nothing else is wanted of Nest: no guard, pipe or interceptor beside the global ones.
 */
export const Direct = (): MethodDecorator => (target, name, descriptor) =>
  RouteConfig({ directMethod: descriptor.value })(target, name, descriptor);

/** Those of one application. */
export class DirectAnswers {
  private readonly answers = new Map<unknown, DirectAnswer>();
  private readonly line: Line;
  /** When the last command came. */
  private commandMs = -Infinity;

  constructor(filter: ErrorFilter) {
    const isCommandInHand = () => performance.now() - this.commandMs < GIVES_WAY_MS;
    this.line = { filter, inHand: 0, turns: new Turns(SENDING_TURN_MS, isCommandInHand) };
  }

  /** To a command that has just come. */
  giveWay(): void {
    this.commandMs = performance.now();
  }

  /** Before Nest adds its routes. */
  listen(server: FastifyInstance): void {
    server.addHook('onRoute', (route) => {
      const method = route.config?.directMethod;
      if (method === undefined) return;
      const answer = this.answers.get(method) ?? new DirectAnswer(this.line);
      this.answers.set(method, answer);
      route.handler = answer.handle;
    });
  }

  /** When there are controllers: they are what answers. */
  bind(application: NestFastifyApplication): void {
    for (const { controllers } of application.get(ModulesContainer).values()) {
      for (const { instance } of controllers.values()) this.bindMethodsOf(instance);
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

interface Parameter {
  readonly index: number;
  readonly schema: Schema;
  /** Of the path; undefined: it is the query. */
  readonly name: string | undefined;
}

class DirectAnswer {
  private bound: { readonly controller: object; readonly method: Method } | null = null;
  private parameters: readonly Parameter[] = [];
  private headers: Readonly<Record<string, string>> = {};
  private takesQuery = false;

  constructor(private readonly line: Line) {}

  get isBound(): boolean {
    return this.bound !== null;
  }

  bind(controller: object, method: Method): void {
    requireNothingAround(controller, method);
    this.bound = { controller, method };
    this.parameters = parametersOf(controller, method);
    this.takesQuery = this.parameters.some(({ name }) => name === undefined);
    const headers: readonly { name: string; value: string }[] =
      Reflect.getMetadata(HEADERS_METADATA, method) ?? [];
    this.headers = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
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
    const { bound, parameters } = this;
    assert(bound !== null, 'nothing is asked before all controllers are there');
    if (!this.takesQuery) refuseQuery(request);
    const given: unknown[] = [];
    for (const { index, schema, name } of parameters) {
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

/** Each kind of parameter that Nest knows has a number, and its metadata the key `<number>:<index>`. */
function parametersOf(controller: object, method: Method): Parameter[] {
  const declared: Record<string, { index: number; data?: unknown; schema?: Schema }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, method.name) ?? {};
  return Object.entries(declared).map(([key, { index, data, schema }]) => {
    const isOfPath = key === `${RouteParamtypes.PARAM}:${index}`;
    const isQuery = key === `${RouteParamtypes.QUERY}:${index}` && data === undefined;
    const name = isOfPath && typeof data === 'string' ? data : undefined;
    const isKnown = schema !== undefined && (isQuery || name !== undefined);
    assert(isKnown, () => `${method.name}: a direct answer takes nothing but @Param and @Query`);
    return { index, schema, name };
  });
}

function requireNothingAround(controller: object, method: Method): void {
  const all = [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA];
  for (const target of [controller.constructor, method]) {
    const found = all.filter((one) => Reflect.getMetadata(one, target) !== undefined);
    assert(found.length === 0, () => `${method.name}: a direct answer would pass ${found.join()}`);
  }
}
