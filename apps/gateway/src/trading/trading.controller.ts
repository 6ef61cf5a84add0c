import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CANCELLING_AFTER,
  CANCELLING_ALL,
  ORDER_AMENDING,
  ORDER_CANCELLING,
  ORDER_PLACING,
  USER_SIGNED,
  cancelAfterAnswer,
  cancelledAllAnswer,
  cancelledAnswer,
  signedAmendRequest,
  signedCancelAfterRequest,
  signedCancelAllRequest,
  signedCancelRequest,
  signedOrderRequest,
  submittedAnswer,
} from '@bellwether/api';
import type {
  SignedAmendRequest,
  SignedCancelAfterRequest,
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
  requestIdOf,
} from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answered } from './answered';
import { OrderOperations } from './order-operations';

/** Orders and cancels of users who hold their own key. */
@ApiTags('Trading')
@Controller('/v1/orders')
export class TradingController {
  constructor(@Inject(OrderOperations) private readonly operations: OrderOperations) {}

  @Answers('placeOrder', {
    summary: 'Place an order',
    description:
      'Signed by the user over the 90 bytes of the canonical order message; with `self_trade`, `reduce_only` or `expires_at`, over the 111 bytes of its full form.',
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
    return answered(reply, await this.operations.order(order, requestIdOf(request)));
  }

  @Answers('cancelOrder', {
    summary: 'Cancel an order',
    answer: cancelledAnswer,
    codes: [...ORDER_CANCELLING, ...USER_SIGNED, 'MARKET_NOT_FOUND'],
  })
  @Post('/cancel')
  @HttpCode(200)
  @Direct()
  async cancel(
    @JsonBody(signedCancelRequest) cancel: SignedCancelRequest,
    @HttpRequest() request: FastifyRequest,
  ) {
    return (await this.operations.cancel(cancel, requestIdOf(request))).body;
  }

  @Answers('amendOrder', {
    summary: 'Change a resting order',
    description:
      'Its price, and how many contracts are open after it. A smaller size at the same price keeps its place in the queue; anything else comes in anew, under the same id.',
    answer: submittedAnswer,
    repeats: true,
    codes: [...ORDER_AMENDING, ...USER_SIGNED],
  })
  @Post('/amend')
  @HttpCode(200)
  @Direct()
  async amend(
    @JsonBody(signedAmendRequest) amended: SignedAmendRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    return answered(reply, await this.operations.amend(amended, requestIdOf(request)));
  }

  @Answers('cancelAfter', {
    summary: 'Cancel all orders later, unless this is repeated',
    description:
      'The dead man’s switch: `seconds` after this command, all open orders of the user are cancelled. Each call sets it anew; 0 switches it off.',
    answer: cancelAfterAnswer,
    repeats: true,
    codes: [...CANCELLING_AFTER, ...USER_SIGNED],
  })
  @Post('/cancel-after')
  @HttpCode(200)
  @Direct()
  async cancelAfter(
    @JsonBody(signedCancelAfterRequest) switched: SignedCancelAfterRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    return answered(reply, await this.operations.cancelAfter(switched, requestIdOf(request)));
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
    return answered(reply, await this.operations.cancelAll(cancelAll, requestIdOf(request)));
  }
}
