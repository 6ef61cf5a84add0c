/**
 * Endpoints that answer `{success: true, data}` fail with `{success: false, error}`: marked where they are declared, since
 * a request may fail before its handler is reached.
 */
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { WRAPS_ANSWERS } from '../documents/answers';

const MARK = 'wrapsAnswers';
const markRoute = applyDecorators(
  RouteConfig({ [MARK]: true }),
  ApiExtension(WRAPS_ANSWERS, { wraps: true }),
);

/** On a handler, or on a controller for all of its handlers. */
export const WrapsAnswers = (): ClassDecorator & MethodDecorator =>
  applyDecorators((target: object, name?: string | symbol, descriptor?: PropertyDescriptor) => {
    if (name !== undefined && descriptor !== undefined) markRoute(target, name, descriptor);
    else if (typeof target === 'function') markHandlers(target.prototype);
  });

function markHandlers(prototype: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name !== 'constructor' && typeof descriptor.value === 'function') {
      markRoute(prototype, name, descriptor);
    }
  }
}

/** Whether a route was marked. @param config of the route, as Fastify has it */
export const isMarked = (config: object | undefined): boolean =>
  Object.entries(config ?? {}).some(([name, value]) => name === MARK && value === true);

/** Whether the endpoint that the request reached was marked. */
export const wrapsAnswers = (request: FastifyRequest): boolean =>
  isMarked(request.routeOptions?.config);
