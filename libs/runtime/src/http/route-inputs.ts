/**
 * What a handler takes of the path and the query, each by a schema. To Nest they are its own `@Param` and `@Query`; noted
 * beside that, for what has to know it without Nest: direct answers, and the guard that refuses a query nobody takes.
 */
import { Param, Query } from '@nestjs/common';
import type { ArgumentMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { assert } from '@bellwether/errors';

export type InputSchema = NonNullable<ArgumentMetadata['schema']>;

export interface RouteInput {
  /** Of the handler's parameters. */
  readonly index: number;
  readonly schema: InputSchema;
  /** Of the path; undefined: it is the query. */
  readonly name: string | undefined;
}

const RouteInputs = Reflector.createDecorator<readonly RouteInput[]>();
const reflector = new Reflector();

/** Of one handler. */
export const inputsOf = (handler: Parameters<Reflector['get']>[1]): readonly RouteInput[] =>
  reflector.get(RouteInputs, handler) ?? [];

/** A part of the path, by its name in the route. */
export const PathParam = (name: string, schema: InputSchema): ParameterDecorator =>
  noting(Param(name, { schema }), { name, schema });

/** The whole query, by a strict schema. */
export const QueryParams = (schema: InputSchema): ParameterDecorator =>
  noting(Query({ schema }), { name: undefined, schema });

const noting =
  (decorator: ParameterDecorator, input: Omit<RouteInput, 'index'>): ParameterDecorator =>
  (target, key, index) => {
    decorator(target, key, index);
    const descriptor = key === undefined ? key : Object.getOwnPropertyDescriptor(target, key);
    assert(key !== undefined && descriptor !== undefined, 'an input belongs to a method');
    RouteInputs([...inputsOf(descriptor.value), { ...input, index }])(target, key, descriptor);
  };
