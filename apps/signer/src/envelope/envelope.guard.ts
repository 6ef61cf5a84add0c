import { SetMetadata, applyDecorators, createParamDecorator } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { assert } from '@bellwether/errors';
import { AsksFor, rawBodyOf, rawTargetOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignerLimits } from './signer-limits';
import type { Authenticator, Caller } from './authenticator';
import { readApiKey, readSignedHeaders } from './envelope-headers';

const API_KEY_ALONE = 'bellwether:api-key-alone';

/** `X-Api-Key` is enough for this endpoint. Without this decorator an endpoint requires the full envelope. */
export const ApiKeyAlone = (): MethodDecorator =>
  applyDecorators(SetMetadata(API_KEY_ALONE, true), AsksFor('api_key'));

const callers = new WeakMap<FastifyRequest, Caller>();

/** The authenticated caller, as a parameter of a handler. */
export const FromCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = callers.get(requestOf(context));
  assert(caller !== undefined, 'a handler ran before its request was authenticated');
  return caller;
});

/**
 * Runs before every handler and before the body is parsed, because the MAC is over the bytes as received. In the order
 * of docs/protocol/builder-envelope.md §3: header syntax, the address's rate, the envelope, the key's rate. Global, so
 * that an endpoint without a decorator requires the full envelope.
 */
export class EnvelopeGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: SignerLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const byKeyAlone = this.isKeyEnough(context);
    const caller = byKeyAlone
      ? await this.byApiKey(request, reply)
      : await this.byEnvelope(request, reply);
    this.limits.chargeKey(caller, { byKeyAlone }, request, reply);
    callers.set(request, caller);
    return true;
  }

  private isKeyEnough(context: ExecutionContext): boolean {
    const places = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(API_KEY_ALONE, places) === true;
  }

  private byApiKey(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const apiKey = readApiKey(request.headers);
    this.limits.chargeAddress(request, reply);
    return this.authenticator.byApiKey(apiKey);
  }

  private byEnvelope(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const headers = readSignedHeaders(request.headers);
    this.limits.chargeAddress(request, reply);
    return this.authenticator.byEnvelope({
      headers,
      method: request.method,
      target: rawTargetOf(request),
      rawBody: rawBodyOf(request),
    });
  }
}

const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();
