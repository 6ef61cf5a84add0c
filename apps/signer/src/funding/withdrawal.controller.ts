import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  ChainNames,
  presentAccepted,
  success,
  withdrawRequest,
  type WithdrawRequest,
} from '@bellwether/api';
import { WrapsAnswers, markReplay, requestIdOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { FromCaller } from '../envelope/envelope.guard';
import { BuilderFunding } from './builder-funding';

@Controller('v1')
export class WithdrawalController {
  constructor(
    @Inject(BuilderFunding) private readonly funding: BuilderFunding,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Post('withdraw')
  @HttpCode(202)
  @WrapsAnswers()
  async withdraw(
    @FromCaller() caller: Caller,
    @Body({ schema: withdrawRequest }) body: WithdrawRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const accepted = await this.funding.withdraw(caller, body, requestIdOf(request));
    markReplay(reply, { replayed: accepted.isReplay });
    return success(presentAccepted(accepted, this.names));
  }
}
