import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { NO_QUERY } from './query-string';
import { validationError } from './validation';

/**
 * A handler without `@Query` takes no query: a parameter sent to it is a mistake worth naming, e.g. a filter
 * that would silently not filter. Handlers with `@Query({ schema })` are held by their strict schemas.
 */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  private readonly takesQuery = new WeakMap<object, boolean>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.query !== NO_QUERY && !this.declaresQuery(context)) refuseQuery(request);
    return true;
  }

  private declaresQuery(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    let declares = this.takesQuery.get(handler);
    if (declares === undefined) {
      const parameters: Record<string, unknown> =
        Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {};
      declares = Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
      this.takesQuery.set(handler, declares);
    }
    return declares;
  }
}

/** Where none is taken. @throws CodedError UNKNOWN_FIELD */
export function refuseQuery({ query }: FastifyRequest): void {
  const keys = Object.keys(query ?? {});
  if (keys.length === 0) return;
  throw validationError([{ code: 'unrecognized_keys', message: '', keys }], query, 'query');
}
