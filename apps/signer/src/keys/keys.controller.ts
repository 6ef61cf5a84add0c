import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  OPERATOR_COMMAND,
  type UserKeyRequest,
  keypairAnswer,
  presentKeypair,
  userKeyRequest,
} from '@bellwether/api';
import { Answers, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { ApiKeyAlone, FromCaller } from '../envelope/envelope.guard';
import { CreateUserKey } from './create-user-key';

@ApiTags('Users')
@Controller('v1/keys')
export class KeysController {
  constructor(@Inject(CreateUserKey) private readonly createUserKey: CreateUserKey) {}

  @Answers('createUserKey', {
    summary: "Make a user's key",
    description: 'The same `user_id` always has the same key.',
    answer: keypairAnswer,
    codes: [
      ...OPERATOR_COMMAND,
      'HISTORY_UNAVAILABLE',
      'SIGNER_UNAVAILABLE',
      'SCOPE_MISSING',
      'USER_BELONGS_TO_ANOTHER_BUILDER',
    ],
  })
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
