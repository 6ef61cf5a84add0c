import { Controller, Inject } from '@nestjs/common';
import { builderAdmin } from '@bellwether/api';
import { SignerAdminClient } from '@bellwether/bus';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from '../operators/confirmations';

const withId = (request: FastifyRequest) => ({ requestId: requestIdOf(request) });

/**
 * Builders and their API keys. Calls are forwarded to the signer, which alone has the keys. An answer with a secret
 * passes through once and is neither logged nor stored.
 */
@Controller()
export class BuilderAdminController {
  constructor(
    @Inject(SignerAdminClient) private readonly signer: SignerAdminClient,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Endpoint(builderAdmin.createBuilder)
  createBuilder({ body, request }: In<typeof builderAdmin.createBuilder>) {
    return this.signer.ask('create_builder', body, withId(request));
  }

  @Endpoint(builderAdmin.createKey)
  async createKey({ body, request }: In<typeof builderAdmin.createKey>) {
    await this.confirmations.require(request);
    return this.signer.ask('create_key', body, withId(request));
  }

  @Endpoint(builderAdmin.revokeKey)
  revokeKey({ path: { key_id: id }, request }: In<typeof builderAdmin.revokeKey>) {
    return this.signer.ask('revoke_key', { keyId: id }, withId(request));
  }

  @Endpoint(builderAdmin.restoreKey)
  async restoreKey({ path: { key_id: id }, request }: In<typeof builderAdmin.restoreKey>) {
    await this.confirmations.require(request);
    return this.signer.ask('restore_key', { keyId: id }, withId(request));
  }

  @Endpoint(builderAdmin.listKeys)
  listKeys({ query, request }: In<typeof builderAdmin.listKeys>) {
    return this.signer.ask('list_keys', query, withId(request));
  }

  @Endpoint(builderAdmin.listBuilders)
  listBuilders({ query, request }: In<typeof builderAdmin.listBuilders>) {
    return this.signer.ask('list_builders', query, withId(request));
  }
}
