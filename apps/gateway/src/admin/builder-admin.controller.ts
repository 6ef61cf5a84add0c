import { Controller, Inject } from '@nestjs/common';
import {
  builderAdmin,
  presentBuilderCreated,
  presentBuilders,
  presentIssuedKey,
  presentKeys,
  presentRestoredKey,
  presentRevokedKey,
} from '@bellwether/api';
import { SignerAdminClient } from '@bellwether/bus';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from '../operators/confirmations';

const withId = (request: FastifyRequest) => ({ requestId: requestIdOf(request) });

/**
 * Builders and their API keys. Calls are forwarded to the signer, which alone knows keys. An answer that contains a
 * secret passes through once; it is neither logged nor stored.
 */
@Controller()
export class BuilderAdminController {
  constructor(
    @Inject(SignerAdminClient) private readonly signer: SignerAdminClient,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Endpoint(builderAdmin.createBuilder)
  async createBuilder({ body, request }: In<typeof builderAdmin.createBuilder>) {
    const builder = await this.signer.ask('create_builder', body, withId(request));
    return presentBuilderCreated(builder);
  }

  @Endpoint(builderAdmin.createKey)
  async createKey({ body, request }: In<typeof builderAdmin.createKey>) {
    await this.confirmations.require(request);
    const issued = await this.signer.ask('create_key', body, withId(request));
    return presentIssuedKey(issued);
  }

  @Endpoint(builderAdmin.revokeKey)
  async revokeKey({ path: { key_id: id }, request }: In<typeof builderAdmin.revokeKey>) {
    const revoked = await this.signer.ask('revoke_key', { keyId: id }, withId(request));
    return presentRevokedKey(revoked);
  }

  @Endpoint(builderAdmin.restoreKey)
  async restoreKey({ path: { key_id: id }, request }: In<typeof builderAdmin.restoreKey>) {
    await this.confirmations.require(request);
    const restored = await this.signer.ask('restore_key', { keyId: id }, withId(request));
    return presentRestoredKey(restored);
  }

  @Endpoint(builderAdmin.listKeys)
  async listKeys({ query, request }: In<typeof builderAdmin.listKeys>) {
    const page = await this.signer.ask('list_keys', query, withId(request));
    return presentKeys(page);
  }

  @Endpoint(builderAdmin.listBuilders)
  async listBuilders({ query, request }: In<typeof builderAdmin.listBuilders>) {
    return presentBuilders(await this.signer.ask('list_builders', query, withId(request)));
  }
}
