import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CANCELLING_ALL,
  ORDER_CANCELLING,
  ORDER_PLACING,
  USER_SIGNED,
  cancelledAllAnswer,
  cancelledAnswer,
  presentCancelled,
  presentCancelledAll,
  presentSubmitted,
  signedCancelAllRequest,
  signedCancelRequest,
  signedOrderRequest,
  submittedAnswer,
} from '@bellwether/api';
import type {
  SignedCancelAllRequest,
  SignedCancelRequest,
  SignedOrderRequest,
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
import { Trading } from './trading';

/** Orders and cancels of users who hold their own key. */
@ApiTags('Trading')
@Controller('/v1/orders')
export class TradingController {
  constructor(@Inject(Trading) private readonly trading: Trading) {}

  @Answers('placeOrder', {
    summary: 'Place an order',
    description: 'Signed by the user over the 90 bytes of the canonical order message.',
    answer: submittedAnswer,
    repeats: true,
    codes: [...ORDER_PLACING, ...USER_SIGNED],
  })
  @Post()
  @HttpCode(200)
  @Direct()
  async order(
    @JsonBody(signedOrderRequest) order: SignedOrderRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    const done = await this.trading.placeOrder(order, requestIdOf(request));
    markReplay(reply, done);
    return presentSubmitted(done.body, done);
  }

  @Answers('cancelOrder', {
    summary: 'Cancel an order',
    answer: cancelledAnswer,
    codes: [...ORDER_CANCELLING, ...USER_SIGNED, 'MARKET_NOT_FOUND', 'HISTORY_UNAVAILABLE'],
  })
  @Post('/cancel')
  @HttpCode(200)
  @Direct()
  async cancel(
    @JsonBody(signedCancelRequest) cancel: SignedCancelRequest,
    @HttpRequest() request: FastifyRequest,
  ) {
    const done = await this.trading.cancel(cancel, requestIdOf(request));
    return presentCancelled(done.body, done);
  }

  @Answers('cancelAllOrders', {
    summary: 'Cancel all orders',
    description: 'Of a user, in one market or in all.',
    answer: cancelledAllAnswer,
    repeats: true,
    codes: [...CANCELLING_ALL, ...USER_SIGNED],
  })
  @Post('/cancel-all')
  @HttpCode(200)
  @Direct()
  async cancelAll(
    @JsonBody(signedCancelAllRequest) cancelAll: SignedCancelAllRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    const done = await this.trading.cancelAll(cancelAll, requestIdOf(request));
    markReplay(reply, done);
    return presentCancelledAll(done.body, done);
  }
}
