import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type BuilderTradesRequest,
  MARKET_HISTORY_READ,
  builderTradesAnswer,
  builderTradesRequest,
  presentBuilderTrades,
} from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { TradeHistory } from '@bellwether/persistence';
import { Answers, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { FromCaller } from '../envelope/envelope.guard';
import { requireMarket } from './engine-market';

@ApiTags('Revenue')
@Controller('v1/trades')
export class TradesController {
  constructor(
    @Inject(TradeHistory) private readonly history: TradeHistory,
    @Inject(EngineClient) private readonly engine: EngineClient,
  ) {}

  /**
   * Of the users linked with the calling key, not of all of its builder's. History does not know markets without
   * trades: the engine distinguishes an empty list from an unknown market.
   */
  @Answers('listBuilderTrades', {
    summary: "List the trades of a builder's users",
    description:
      'Of the users that the calling key has made, with the sums of all fees that match.',
    answer: builderTradesAnswer,
    codes: MARKET_HISTORY_READ,
  })
  @Post()
  @HttpCode(200)
  async list(
    @FromCaller() caller: Caller,
    @Body({ schema: builderTradesRequest }) { filter, page }: BuilderTradesRequest,
    @Req() request: FastifyRequest,
  ) {
    const trades = await this.history.ofBuilderKey(caller.keyId, filter, page);
    if (trades.items.length === 0 && filter.marketId !== undefined) {
      await requireMarket(this.engine, filter.marketId, requestIdOf(request));
    }
    return presentBuilderTrades(trades);
  }
}
