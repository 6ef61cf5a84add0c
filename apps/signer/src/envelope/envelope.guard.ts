import type { Caller as AskedCaller } from '@bellwether/api';
import { CodedError, assert } from '@bellwether/errors';
import { isHandedOver } from '@bellwether/persistence';
import { CallerGuard, rawBodyOf, rawTargetOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignerLimits } from './signer-limits';
import type { Authenticator, Caller } from './authenticator';
import { readApiKey, readSignedHeaders } from './envelope-headers';

type Builder = Extract<AskedCaller, { readonly credential: 'envelope' | 'api_key' }>;

const callers = new WeakMap<FastifyRequest, Caller>();

/** The authenticated caller. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  assert(caller !== undefined, 'a handler ran before its request was authenticated');
  return caller;
}

const HOW_TO_TAKE_OVER = { take_over: 'POST /v1/builder/keys/{key_id}/rotate' };

/**
 * Runs before the body is parsed, because the MAC is over the bytes as received. The order is that of
 * docs/protocol/builder-envelope.md §3: header syntax, the address's rate, the envelope, the key's rate.
 */
export class EnvelopeGuard extends CallerGuard<Builder> {
  readonly credentials = ['envelope', 'api_key'] as const;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: SignerLimits,
  ) {
    super();
  }

  /** @throws CodedError API_KEY_INVALID, KEY_NOT_TAKEN_OVER, TIMESTAMP_SKEW, RATE_LIMITED, SIGNER_UNAVAILABLE */
  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { credential, mayBeHandedOver }: Builder,
  ): Promise<void> {
    const byKeyAlone = credential === 'api_key';
    const caller = byKeyAlone
      ? await this.byApiKey(request, reply)
      : await this.byEnvelope(request, reply);
    this.limits.chargeKey(caller, { byKeyAlone }, request, reply);
    if (isHandedOver(caller) && mayBeHandedOver !== true)
      throw new CodedError('KEY_NOT_TAKEN_OVER', HOW_TO_TAKE_OVER);
    callers.set(request, caller);
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
