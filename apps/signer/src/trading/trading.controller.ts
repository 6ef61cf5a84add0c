import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AmendRequest,
  BUILDER_SENT,
  CANCELLING_AFTER,
  CANCELLING_ALL,
  type CancelAfterRequest,
  type CancelAllRequest,
  type CancelRequest,
  ENGINE_READ,
  ORDER_AMENDING,
  ORDER_CANCELLING,
  ORDER_PLACING,
  REDEEMING,
  type RedeemRequest,
  type OrderTerms,
  amendRequest,
  cancelAfterAnswer,
  cancelAfterRequest,
  cancelAllRequest,
  cancelRequest,
  cancelledAllAnswer,
  cancelledAnswer,
  orderRequest,
  presentCancelAfter,
  presentCancelled,
  presentCancelledAll,
  presentRedeemed,
  presentSigned,
  presentSubmitted,
  redeemRequest,
  redeemedAnswer,
  signedAnswer,
  submittedAnswer,
} from '@bellwether/api';
import {
  Answers,
  Direct,
  HttpReply,
  HttpRequest,
  JsonBody,
  markReplay,
  requestIdOf,
} from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { ApiKeyAlone, FromCaller } from '../envelope/envelope.guard';
import { Trading } from './trading';

@ApiTags('Trading')
@Controller('v1')
export class TradingController {
  constructor(@Inject(Trading) private readonly trading: Trading) {}

  @Answers('submitOrder', {
    summary: 'Sign an order and place it',
    description: 'Signed with the key that the signer keeps for the user.',
    answer: submittedAnswer,
    repeats: true,
    codes: [...ORDER_PLACING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
  })
  @Post('submit')
  @HttpCode(200)
  @Direct()
  async submit(
    @FromCaller() caller: Caller,
    @JsonBody(orderRequest) order: OrderTerms,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    const done = await this.trading.submit(caller, order, requestIdOf(request));
    markReplay(reply, done);
    return presentSubmitted(done.body, done);
  }

  @Answers('signOrder', {
    summary: 'Sign an order without placing it',
    answer: signedAnswer,
    codes: [
      ...BUILDER_SENT,
      'SIGNER_UNAVAILABLE',
      'MARKET_NOT_FOUND',
      'MARKET_NOT_ACTIVE',
      ...ENGINE_READ,
    ],
  })
  @Post('sign')
  @ApiKeyAlone()
  @HttpCode(200)
  @Direct()
  async sign(
    @FromCaller() caller: Caller,
    @JsonBody(orderRequest) order: OrderTerms,
    @HttpRequest() request: FastifyRequest,
  ) {
    return presentSigned(await this.trading.sign(caller, order, requestIdOf(request)));
  }

  @Answers('cancelOrder', {
    summary: 'Cancel an order',
    answer: cancelledAnswer,
    codes: [...ORDER_CANCELLING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
  })
  @Post('cancel')
  @HttpCode(200)
  @Direct()
  async cancel(
    @FromCaller() caller: Caller,
    @JsonBody(cancelRequest) cancel: CancelRequest,
    @HttpRequest() request: FastifyRequest,
  ) {
    const done = await this.trading.cancel(caller, cancel, requestIdOf(request));
    return presentCancelled(done.body, done);
  }

  @Answers('cancelAllOrders', {
    summary: 'Cancel all orders',
    description: 'Of a user, in one market or in all.',
    answer: cancelledAllAnswer,
    repeats: true,
    codes: [...CANCELLING_ALL, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
  })
  @Post('cancel-all')
  @HttpCode(200)
  @Direct()
  async cancelAll(
    @FromCaller() caller: Caller,
    @JsonBody(cancelAllRequest) cancelAll: CancelAllRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    const done = await this.trading.cancelAll(caller, cancelAll, requestIdOf(request));
    markReplay(reply, done);
    return presentCancelledAll(done.body, done);
  }

  @Answers('amendOrder', {
    summary: 'Change a resting order',
    description:
      'Its price, and how many contracts are open after it. A smaller size at the same price keeps its place in the queue; anything else comes in anew, under the same id.',
    answer: submittedAnswer,
    repeats: true,
    codes: [...ORDER_AMENDING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
  })
  @Post('amend')
  @HttpCode(200)
  @Direct()
  async amend(
    @FromCaller() caller: Caller,
    @JsonBody(amendRequest) amended: AmendRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    const done = await this.trading.amend(caller, amended, requestIdOf(request));
    markReplay(reply, done);
    return presentSubmitted(done.body, done);
  }

  @Answers('cancelAfter', {
    summary: 'Cancel all orders later, unless this is repeated',
    description:
      'The dead man’s switch: `seconds` after this command, all open orders of the user are cancelled. Each call sets it anew; 0 switches it off.',
    answer: cancelAfterAnswer,
    repeats: true,
    codes: [...CANCELLING_AFTER, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
  })
  @Post('cancel-after')
  @HttpCode(200)
  @Direct()
  async cancelAfter(
    @FromCaller() caller: Caller,
    @JsonBody(cancelAfterRequest) switched: CancelAfterRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    const done = await this.trading.cancelAfter(caller, switched, requestIdOf(request));
    markReplay(reply, done);
    return presentCancelAfter(done.body, done);
  }

  @Answers('redeemPairs', {
    summary: 'Redeem pairs of contracts',
    description:
      'One YES and one NO of a market are worth 1 USD together, whatever happens. Signed with the key that the signer keeps for the user. Also while the market is paused or closed; without a fee.',
    answer: redeemedAnswer,
    repeats: true,
    codes: [...REDEEMING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
  })
  @Post('redeem')
  @HttpCode(200)
  @Direct()
  async redeem(
    @FromCaller() caller: Caller,
    @JsonBody(redeemRequest) redeem: RedeemRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    const done = await this.trading.redeem(caller, redeem, requestIdOf(request));
    markReplay(reply, done);
    return presentRedeemed(done.body, done);
  }
}
