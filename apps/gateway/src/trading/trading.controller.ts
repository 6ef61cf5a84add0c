import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  presentCancelled,
  presentCancelledAll,
  presentSubmitted,
  signedCancelAllRequest,
  signedCancelRequest,
  signedOrderRequest,
} from '@bellwether/api';
import type {
  SignedCancelAllRequest,
  SignedCancelRequest,
  SignedOrderRequest,
} from '@bellwether/api';
import { markReplay, requestIdOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Trading } from './trading';

/** The way in for users who hold their own key. */
@Controller('/v1/orders')
export class TradingController {
  constructor(@Inject(Trading) private readonly trading: Trading) {}

  @Post()
  @HttpCode(200)
  async order(
    @Body({ schema: signedOrderRequest }) order: SignedOrderRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const done = await this.trading.placeOrder(order, requestIdOf(request));
    markReplay(reply, done);
    return presentSubmitted(done.body, done);
  }

  @Post('/cancel')
  @HttpCode(200)
  async cancel(
    @Body({ schema: signedCancelRequest }) cancel: SignedCancelRequest,
    @Req() request: FastifyRequest,
  ) {
    const done = await this.trading.cancel(cancel, requestIdOf(request));
    return presentCancelled(done.body, done);
  }

  @Post('/cancel-all')
  @HttpCode(200)
  async cancelAll(
    @Body({ schema: signedCancelAllRequest }) cancelAll: SignedCancelAllRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const done = await this.trading.cancelAll(cancelAll, requestIdOf(request));
    markReplay(reply, done);
    return presentCancelledAll(done.body, done);
  }
}
