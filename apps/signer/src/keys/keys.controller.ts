import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { presentKeypair, userKeyRequest, type UserKeyRequest } from '@bellwether/api';
import { requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { ApiKeyAlone, FromCaller } from '../envelope/envelope.guard';
import { CreateUserKey } from './create-user-key';

@Controller('v1/keys')
export class KeysController {
  constructor(@Inject(CreateUserKey) private readonly createUserKey: CreateUserKey) {}

  @Post()
  @ApiKeyAlone()
  @HttpCode(200)
  async create(
    @FromCaller() caller: Caller,
    @Body({ schema: userKeyRequest }) { userId }: UserKeyRequest,
    @Req() request: FastifyRequest,
  ) {
    const user = await this.createUserKey.run(caller, userId, requestIdOf(request));
    return presentKeypair(userId, user);
  }
}
