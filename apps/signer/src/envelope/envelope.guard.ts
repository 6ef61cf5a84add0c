import { SetMetadata, applyDecorators } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { CodedError, assert } from '@bellwether/errors';
import { isHandedOver } from '@bellwether/persistence';
import { AsksFor, DirectGuard, rawBodyOf, rawTargetOf, readingOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignerLimits } from './signer-limits';
import type { Authenticator, Caller } from './authenticator';
import { readApiKey, readSignedHeaders } from './envelope-headers';

const API_KEY_ALONE = 'bellwether:api-key-alone';

/** `X-Api-Key` is enough for this endpoint. Without this decorator an endpoint requires the full envelope. */
export const ApiKeyAlone = (): MethodDecorator =>
  applyDecorators(SetMetadata(API_KEY_ALONE, true), AsksFor('api_key'));

const MAY_BE_HANDED_OVER = 'bellwether:may-be-handed-over';

/** Also a credential that an operator has seen may call it. */
export const MayBeHandedOver = (): MethodDecorator => SetMetadata(MAY_BE_HANDED_OVER, true);

const callers = new WeakMap<FastifyRequest, Caller>();

/** The authenticated caller, as a parameter of a handler. */
export const FromCaller = readingOf((request): Caller => {
  const caller = callers.get(request);
  assert(caller !== undefined, 'a handler ran before its request was authenticated');
  return caller;
});

const HOW_TO_TAKE_OVER = { take_over: 'POST /v1/builder/keys/{key_id}/rotate' };

/**
 * Runs before every handler and before the body is parsed, because the MAC is over the bytes as received. In the order
 * of docs/protocol/builder-envelope.md §3: header syntax, the address's rate, the envelope, the key's rate. Global, so
 * that an endpoint without a decorator requires the full envelope.
 */
export class EnvelopeGuard extends DirectGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: SignerLimits,
  ) {
    super();
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    await this.admit(http.getRequest<FastifyRequest>(), reply, context.getHandler());
    return true;
  }

  /** @throws CodedError API_KEY_INVALID, KEY_NOT_TAKEN_OVER, TIMESTAMP_SKEW, RATE_LIMITED, SIGNER_UNAVAILABLE */
  async admit(request: FastifyRequest, reply: FastifyReply, handler: object): Promise<void> {
    const byKeyAlone = this.isKeyEnough(handler);
    const caller = byKeyAlone
      ? await this.byApiKey(request, reply)
      : await this.byEnvelope(request, reply);
    this.limits.chargeKey(caller, { byKeyAlone }, request, reply);
    if (isHandedOver(caller) && Reflect.getMetadata(MAY_BE_HANDED_OVER, handler) !== true)
      throw new CodedError('KEY_NOT_TAKEN_OVER', HOW_TO_TAKE_OVER);
    callers.set(request, caller);
  }

  private isKeyEnough(handler: object): boolean {
    return Reflect.getMetadata(API_KEY_ALONE, handler) === true;
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
