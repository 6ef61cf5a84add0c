import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NO_QUERY } from './query-string';
import { inputsOf } from './route-inputs';
import { validationError } from './validation';

/**
 * A handler without `@QueryParams` takes no query: a parameter sent to it is a mistake worth naming, e.g. a filter
 * that would silently not filter. Handlers with them are held by their strict schemas.
 */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const takesQuery = () => inputsOf(context.getHandler()).some((input) => input.of === 'query');
    if (request.query !== NO_QUERY && !takesQuery()) refuseQuery(request);
    return true;
  }
}

/** Where none is taken. @throws CodedError UNKNOWN_FIELD */
export function refuseQuery({ query }: FastifyRequest): void {
  const keys = Object.keys(query ?? {});
  if (keys.length === 0) return;
  throw validationError([{ code: 'unrecognized_keys', message: '', keys }], query, 'query');
}
