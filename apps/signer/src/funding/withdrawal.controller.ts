import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  BUILDER_SENT,
  ChainNames,
  WITHDRAWING,
  type WithdrawRequest,
  acceptedWithdrawalAnswer,
  presentAccepted,
  success,
  withdrawRequest,
} from '@bellwether/api';
import { Answers, WrapsAnswers, markReplay, requestIdOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { FromCaller } from '../envelope/envelope.guard';
import { BuilderFunding } from './builder-funding';

@ApiTags('Deposits and withdrawals')
@Controller('v1')
export class WithdrawalController {
  constructor(
    @Inject(BuilderFunding) private readonly funding: BuilderFunding,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Answers('withdraw', {
    summary: 'Withdraw',
    description:
      'Needs the scope `withdraw`, and stays within what may leave through the key on a day. Accepted is as good as paid.',
    answer: acceptedWithdrawalAnswer,
    status: 202,
    repeats: true,
    codes: [...WITHDRAWING, ...BUILDER_SENT, 'OUTFLOW_CAP_EXCEEDED', 'SIGNER_UNAVAILABLE'],
  })
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
