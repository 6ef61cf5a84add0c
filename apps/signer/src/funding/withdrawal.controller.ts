import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  BUILDER_SENT,
  ChainNames,
  QUOTING,
  WITHDRAWING,
  type BuilderWithdrawQuoteRequest,
  type WithdrawRequest,
  acceptedWithdrawalAnswer,
  builderWithdrawQuoteRequest,
  presentAccepted,
  presentWithdrawalQuote,
  success,
  withdrawRequest,
  withdrawalQuoteAnswer,
} from '@bellwether/api';
import { Answers, WrapsAnswers, markReplay, requestIdOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { ApiKeyAlone, FromCaller } from '../envelope/envelope.guard';
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

  @Answers('quoteWithdrawal', {
    summary: 'Ask what a withdrawal costs',
    description:
      'Nothing is signed, and nothing is done. The price is fixed when the withdrawal is accepted: whether the ' +
      "recipient's token account has to be made is looked up then.",
    answer: withdrawalQuoteAnswer,
    codes: [...QUOTING, 'NOT_YOUR_USER', 'SIGNER_UNAVAILABLE'],
  })
  @Post('withdraw/quote')
  @ApiKeyAlone()
  @HttpCode(200)
  @WrapsAnswers()
  async quote(
    @FromCaller() caller: Caller,
    @Body({ schema: builderWithdrawQuoteRequest }) body: BuilderWithdrawQuoteRequest,
    @Req() request: FastifyRequest,
  ) {
    const quote = await this.funding.quote(caller, body, requestIdOf(request));
    return success(presentWithdrawalQuote(quote, this.names));
  }
}
