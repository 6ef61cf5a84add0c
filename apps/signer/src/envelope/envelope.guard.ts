import { SetMetadata, createParamDecorator } from '@nestjs/common';
import type { CanActivate, CustomDecorator, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { believe } from '@bellwether/errors';
import { rawBodyOf, rawTargetOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import type { Authenticator, Caller } from './authenticator';

const API_KEY_ALONE = 'bellwether:api-key-alone';

/** `X-Api-Key` is enough for this endpoint. Without it an endpoint takes the full envelope. */
export const ApiKeyAlone = (): CustomDecorator => SetMetadata(API_KEY_ALONE, true);

const callers = new WeakMap<FastifyRequest, Caller>();

/** The authenticated caller, as a parameter of a handler. */
export const FromCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = callers.get(requestOf(context));
  believe(caller !== undefined, 'a handler ran before its request was authenticated');
  return caller;
});

/**
 * Stands before every handler, and before anything of the request is parsed: the MAC is over bytes as received.
 * Global, so that an endpoint that says nothing takes the full envelope.
 */
export class EnvelopeGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(private readonly authenticator: Authenticator) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const apiKeyAlone = this.reflector.getAllAndOverride<boolean | undefined>(API_KEY_ALONE, [
      context.getHandler(),
      context.getClass(),
    ]);
    const caller =
      apiKeyAlone === true
        ? await this.authenticator.byApiKey(request.headers)
        : await this.authenticator.byEnvelope({
            headers: request.headers,
            method: request.method,
            target: rawTargetOf(request),
            rawBody: rawBodyOf(request),
          });
    callers.set(request, caller);
    return true;
  }
}

const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();
