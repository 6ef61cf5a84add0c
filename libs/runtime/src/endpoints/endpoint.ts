/** Endpoints as data, each answered by a method of a controller. */
import type { Code } from '@bellwether/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from './caller-guard';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if an endpoint's answers are `{success, data}` and `{success, error}`. */
    wraps?: boolean;
  }
}

type Schemas = Readonly<Record<string, z.ZodType>>;

/** The part of an endpoint that is needed to serve it. libs/api explains each field. */
export interface EndpointTerms {
  readonly id: string;
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly parameters?: Schemas;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly summary: string;
  readonly description?: string;
  readonly answer?: z.ZodType;
  /** Makes what is sent of what the handler returns. */
  readonly present?: ((inside: never) => unknown) | undefined;
  readonly status?: 101 | 200 | 202;
  readonly repeats?: true;
  readonly codes?: readonly Code[];
  readonly caller: Caller | null;
  readonly wraps?: true;
  readonly isFromMemory?: true;
}

/** A handler's parameters: each part as its schema parsed it. */
export interface In<E extends EndpointTerms> {
  readonly path: E extends { readonly parameters: infer P extends Schemas } ? ValuesOf<P> : unknown;
  readonly query: E extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : unknown;
  readonly body: E extends { readonly body: infer B extends z.ZodType } ? z.output<B> : unknown;
  readonly request: FastifyRequest;
  /** For headers only: the handler's result is the body. */
  readonly reply: FastifyReply;
}
type ValuesOf<P extends Schemas> = { readonly [Name in keyof P]: z.output<P[Name]> };

/** A handler's result: the inside of its answer, or the answer as JSON text. */
export type Out<E extends EndpointTerms> = E extends {
  readonly present: (inside: infer Inside) => unknown;
}
  ? Inside | string
  : unknown;

export type Handler = (given: In<EndpointTerms>) => unknown;

const endpoints = new WeakMap<object, EndpointTerms>();

/** Marks the method of a controller that answers the endpoint. */
export const Endpoint =
  <E extends EndpointTerms>(endpoint: E) =>
  <H extends (given: In<E>) => Out<E> | Promise<Out<E>>>(
    _controller: object,
    _name: string,
    { value: method }: TypedPropertyDescriptor<H>,
  ): void => {
    if (method !== undefined) endpoints.set(method, endpoint);
  };

/** Undefined: the method answers no endpoint. */
export const endpointOf = (method: object): EndpointTerms | undefined => endpoints.get(method);
