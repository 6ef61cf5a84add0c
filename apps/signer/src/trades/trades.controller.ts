import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import {
  builderTradesRequest,
  presentBuilderTrades,
  type BuilderTradesRequest,
} from '@bellwether/api';
import { TradeHistory } from '@bellwether/persistence';
import type { Caller } from '../envelope/authenticator';
import { FromCaller } from '../envelope/envelope.guard';

@Controller('v1/trades')
export class TradesController {
  constructor(@Inject(TradeHistory) private readonly history: TradeHistory) {}

  /** Of the users linked with the calling key, not of all its builder's. */
  @Post()
  @HttpCode(200)
  async list(
    @FromCaller() caller: Caller,
    @Body({ schema: builderTradesRequest }) { filter, page }: BuilderTradesRequest,
  ) {
    return presentBuilderTrades(await this.history.ofBuilderKey(caller.keyId, filter, page));
  }
}
