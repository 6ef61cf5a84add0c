import { Body, Delete, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CONFIRMED,
  KEY_ADMINISTRATION,
  builderAnswer,
  buildersQuery,
  createBuilderRequest,
  createKeyRequest,
  emptyRequest,
  issuedKeyAnswer,
  keyId,
  keysAnswer,
  keysQuery,
  listedBuildersAnswer,
  presentBuilderCreated,
  presentBuilders,
  presentIssuedKey,
  presentKeys,
  presentRestoredKey,
  presentRevokedKey,
  restoredKeyAnswer,
  revokedKeyAnswer,
  success,
} from '@bellwether/api';
import type {
  BuildersQuery,
  CreateBuilderRequest,
  CreateKeyRequest,
  KeysQuery,
} from '@bellwether/api';
import { SignerAdminClient } from '@bellwether/bus';
import { Answers, PathParam, QueryParams, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from '../operators/confirmations';
import { AdminController, AsksRole } from './admin-route';

const withId = (request: FastifyRequest) => ({ requestId: requestIdOf(request) });

/**
 * Builders and their API keys. Calls are forwarded to the signer, which alone knows keys. An answer that contains a
 * secret passes through once; it is neither logged nor stored.
 */
@ApiTags('Administration')
@AdminController('admin')
export class BuilderAdminController {
  constructor(
    @Inject(SignerAdminClient) private readonly signer: SignerAdminClient,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Answers('createBuilder', {
    summary: 'Make a builder',
    description: 'Each call makes another one.',
    answer: builderAnswer,
    codes: KEY_ADMINISTRATION,
  })
  @Post('/builders')
  @HttpCode(200)
  async createBuilder(
    @Body({ schema: createBuilderRequest }) body: CreateBuilderRequest,
    @Req() request: FastifyRequest,
  ) {
    const builder = await this.signer.ask('create_builder', body, withId(request));
    return success(presentBuilderCreated(builder));
  }

  @Answers('createKey', {
    summary: 'Issue the first API key of a builder',
    description:
      'The secrets are shown this once, and can do nothing but be replaced by the builder: `POST /v1/builder/keys/{key_id}/rotate` at the signer. It has the scope `keys` too: all other keys the builder makes, and no operator.',
    answer: issuedKeyAnswer,
    codes: [...KEY_ADMINISTRATION, ...CONFIRMED, 'BUILDER_NOT_FOUND', 'BUILDER_HAS_KEYS'],
  })
  @Post('/keys')
  @HttpCode(200)
  async createKey(
    @Body({ schema: createKeyRequest }) body: CreateKeyRequest,
    @Req() request: FastifyRequest,
  ) {
    await this.confirmations.require(request);
    const issued = await this.signer.ask('create_key', body, withId(request));
    return success(presentIssuedKey(issued));
  }

  @Answers('revokeKey', {
    summary: 'Stop an API key',
    description: 'It ends within 2 seconds, on every signer, until it is restored.',
    answer: revokedKeyAnswer,
    codes: [...KEY_ADMINISTRATION, 'KEY_NOT_FOUND'],
  })
  @Delete('/keys/:key_id')
  async revokeKey(
    @PathParam('key_id', keyId) id: string,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const revoked = await this.signer.ask('revoke_key', { keyId: id }, withId(request));
    return success(presentRevokedKey(revoked));
  }

  @Answers('restoreKey', {
    summary: 'Let a stopped API key work again',
    description:
      'One that an operator has revoked, with the credential that its builder has. What the builder has revoked stays so.',
    answer: restoredKeyAnswer,
    codes: [...KEY_ADMINISTRATION, ...CONFIRMED, 'KEY_NOT_FOUND'],
  })
  @Post('/keys/:key_id/restore')
  @HttpCode(200)
  async restoreKey(
    @PathParam('key_id', keyId) id: string,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    await this.confirmations.require(request);
    const restored = await this.signer.ask('restore_key', { keyId: id }, withId(request));
    return success(presentRestoredKey(restored));
  }

  @Answers('listKeys', {
    summary: 'List API keys',
    answer: keysAnswer,
    codes: [...KEY_ADMINISTRATION, 'INVALID_CURSOR', 'BUILDER_NOT_FOUND'],
  })
  @Get('/keys')
  @AsksRole('read')
  async listKeys(@QueryParams(keysQuery) query: KeysQuery, @Req() request: FastifyRequest) {
    const page = await this.signer.ask('list_keys', query, withId(request));
    return success(presentKeys(page));
  }

  @Answers('listBuilders', {
    summary: 'List the builders',
    description: 'Oldest first.',
    answer: listedBuildersAnswer,
    codes: [...KEY_ADMINISTRATION.filter((code) => code !== 'OUTCOME_UNKNOWN'), 'INVALID_CURSOR'],
  })
  @Get('/builders')
  @AsksRole('read')
  async listBuilders(
    @QueryParams(buildersQuery) query: BuildersQuery,
    @Req() request: FastifyRequest,
  ) {
    return success(presentBuilders(await this.signer.ask('list_builders', query, withId(request))));
  }
}
