import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { REDEEMING, USER_SIGNED, redeemedAnswer, signedRedeemRequest } from '@bellwether/api';
import type { SignedRedeemRequest } from '@bellwether/api';
import {
  Answers,
  Direct,
  HttpReply,
  HttpRequest,
  JsonBody,
  requestIdOf,
} from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answered } from './answered';
import { OrderOperations } from './order-operations';

/** Pairs of contracts for 1 USD each, of users who hold their own key. */
@ApiTags('Trading')
@Controller('/v1/positions')
export class RedeemController {
  constructor(@Inject(OrderOperations) private readonly operations: OrderOperations) {}

  @Answers('redeemPairs', {
    summary: 'Redeem pairs of contracts',
    description:
      'One YES and one NO of a market are worth 1 USD together, whatever happens. Signed by the user over the 82 bytes of the redeem message. Also while the market is paused or closed; without a fee.',
    answer: redeemedAnswer,
    repeats: true,
    codes: [...REDEEMING, ...USER_SIGNED],
  })
  @Post('/redeem')
  @HttpCode(200)
  @Direct()
  async redeem(
    @JsonBody(signedRedeemRequest) body: SignedRedeemRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    return answered(reply, await this.operations.redeem(body, requestIdOf(request)));
  }
}
