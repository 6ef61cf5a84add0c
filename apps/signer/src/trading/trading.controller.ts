import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  cancelAllRequest,
  cancelRequest,
  orderRequest,
  presentCancelled,
  presentCancelledAll,
  presentSubmitted,
  type CancelAllRequest,
  type CancelRequest,
  type OrderTerms,
} from '@bellwether/api';
import { markReplay, requestIdOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { ApiKeyAlone, FromCaller } from '../envelope/envelope.guard';
import { Trading } from './trading';

@Controller('v1')
export class TradingController {
  constructor(@Inject(Trading) private readonly trading: Trading) {}

  @Post('submit')
  @HttpCode(200)
  async submit(
    @FromCaller() caller: Caller,
    @Body({ schema: orderRequest }) order: OrderTerms,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const done = await this.trading.submit(caller, order, requestIdOf(request));
    markReplay(reply, done);
    return presentSubmitted(done.body, done);
  }

  @Post('sign')
  @ApiKeyAlone()
  @HttpCode(200)
  async sign(
    @FromCaller() caller: Caller,
    @Body({ schema: orderRequest }) order: OrderTerms,
    @Req() request: FastifyRequest,
  ) {
    const { signature, messageHash } = await this.trading.sign(caller, order, requestIdOf(request));
    return { signature, message_hash: messageHash };
  }

  @Post('cancel')
  @HttpCode(200)
  async cancel(
    @FromCaller() caller: Caller,
    @Body({ schema: cancelRequest }) cancel: CancelRequest,
    @Req() request: FastifyRequest,
  ) {
    const done = await this.trading.cancel(caller, cancel, requestIdOf(request));
    return presentCancelled(done.body, done);
  }

  @Post('cancel-all')
  @HttpCode(200)
  async cancelAll(
    @FromCaller() caller: Caller,
    @Body({ schema: cancelAllRequest }) cancelAll: CancelAllRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const done = await this.trading.cancelAll(caller, cancelAll, requestIdOf(request));
    markReplay(reply, done);
    return presentCancelledAll(done.body, done);
  }
}
