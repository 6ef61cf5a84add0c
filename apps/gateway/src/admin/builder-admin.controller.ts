import { Body, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import {
  createBuilderRequest,
  createKeyRequest,
  emptyRequest,
  keyId,
  keysQuery,
  presentKey,
  success,
  unixSecondsOf,
} from '@bellwether/api';
import type { CreateBuilderRequest, CreateKeyRequest, KeysQuery } from '@bellwether/api';
import { SignerAdminClient } from '@bellwether/bus';
import { requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { AdminController } from './admin-route';

const withId = (request: FastifyRequest) => ({ requestId: requestIdOf(request) });

/**
 * Builders and their API keys: forwarded to the signer, which alone knows keys. An answer that holds a secret passes
 * through here once; it is neither logged nor stored.
 */
@AdminController()
export class BuilderAdminController {
  constructor(@Inject(SignerAdminClient) private readonly signer: SignerAdminClient) {}

  @Post('/builders')
  @HttpCode(200)
  async createBuilder(
    @Body({ schema: createBuilderRequest }) body: CreateBuilderRequest,
    @Req() request: FastifyRequest,
  ) {
    const builder = await this.signer.ask('create_builder', body, withId(request));
    return success({
      builder_id: builder.builderId,
      name: builder.name,
      max_fee_bps: builder.maxFeeBps,
    });
  }

  @Post('/keys')
  @HttpCode(200)
  async createKey(
    @Body({ schema: createKeyRequest }) body: CreateKeyRequest,
    @Req() request: FastifyRequest,
  ) {
    const issued = await this.signer.ask('create_key', body, withId(request));
    return success({
      key_id: issued.keyId,
      builder_id: issued.builderId,
      api_key: issued.apiKey,
      secret: issued.secret,
    });
  }

  @Post('/keys/:key_id/rotate')
  @HttpCode(200)
  async rotateKey(
    @Param('key_id', { schema: keyId }) id: string,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const rotated = await this.signer.ask('rotate_key', { keyId: id }, withId(request));
    return success({
      key_id: rotated.keyId,
      builder_id: rotated.builderId,
      api_key: rotated.apiKey,
      secret: rotated.secret,
      previous_valid_until: unixSecondsOf(rotated.previousValidUntilMs),
    });
  }

  @Delete('/keys/:key_id')
  async revokeKey(
    @Param('key_id', { schema: keyId }) id: string,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const revoked = await this.signer.ask('revoke_key', { keyId: id }, withId(request));
    return success({ key_id: revoked.keyId, revoked_at: unixSecondsOf(revoked.revokedMs) });
  }

  @Get('/keys')
  async listKeys(@Query({ schema: keysQuery }) query: KeysQuery, @Req() request: FastifyRequest) {
    const page = await this.signer.ask('list_keys', query, withId(request));
    return success({
      keys: page.keys.map(presentKey),
      next_cursor: page.next,
      has_more: page.next !== null,
    });
  }
}
