/**
 * What a handler takes of a request. To Nest they are its own `@Param`, `@Query`, `@Body`, `@Req` and `@Res`. They are
 * recorded beside that, for code that must know them without Nest: direct answers, and the guard that refuses a query
 * that no handler takes.
 */
import { Body, Param, Query, Req, Res, createParamDecorator } from '@nestjs/common';
import type { ArgumentMetadata, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { assert } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';

export type InputSchema = NonNullable<ArgumentMetadata['schema']>;

export type RouteInput = {
  /** Of the handler's parameters. */
  readonly index: number;
} & Source;

type Source =
  | { readonly of: 'path'; readonly name: string; readonly schema: InputSchema }
  | { readonly of: 'query' | 'body'; readonly schema: InputSchema }
  | { readonly of: 'request' | 'reply' }
  | { readonly of: 'reading'; readonly read: (request: FastifyRequest) => unknown };

const RouteInputs = Reflector.createDecorator<readonly RouteInput[]>();
const reflector = new Reflector();

/** Of one handler. */
export const inputsOf = (handler: Parameters<Reflector['get']>[1]): readonly RouteInput[] =>
  reflector.get(RouteInputs, handler) ?? [];

/** A part of the path, by its name in the route. */
export const PathParam = (name: string, schema: InputSchema): ParameterDecorator =>
  noting(Param(name, { schema }), { of: 'path', name, schema });

/** The whole query, by a strict schema. */
export const QueryParams = (schema: InputSchema): ParameterDecorator =>
  noting(Query({ schema }), { of: 'query', schema });

/** The body as strict JSON, by a strict schema. */
export const JsonBody = (schema: InputSchema): ParameterDecorator =>
  noting(Body({ schema }), { of: 'body', schema });

/** Fastify's request. */
export const HttpRequest = (): ParameterDecorator => noting(Req(), { of: 'request' });

/** Fastify's reply, for headers: the handler's result is still what is sent. */
export const HttpReply = (): ParameterDecorator =>
  noting(Res({ passthrough: true }), { of: 'reply' });

/** What `read` returns for the request, such as its authenticated caller. */
export function readingOf(read: (request: FastifyRequest) => unknown): () => ParameterDecorator {
  const decorator = createParamDecorator((_: unknown, context: ExecutionContext) =>
    read(context.switchToHttp().getRequest<FastifyRequest>()),
  );
  return () => noting(decorator(), { of: 'reading', read });
}

const noting =
  (decorator: ParameterDecorator, source: Source): ParameterDecorator =>
  (target, key, index) => {
    decorator(target, key, index);
    const descriptor = key === undefined ? key : Object.getOwnPropertyDescriptor(target, key);
    assert(key !== undefined && descriptor !== undefined, 'an input belongs to a method');
    RouteInputs([...inputsOf(descriptor.value), { ...source, index }])(target, key, descriptor);
  };
