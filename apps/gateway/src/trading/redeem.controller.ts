import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  REDEEMING,
  USER_SIGNED,
  carriedOut,
  presentRedeemed,
  redeemedAnswer,
  signedRedeemRequest,
} from '@bellwether/api';
import type { SignedRedeemRequest } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { redeemBytes } from '@bellwether/exchange';
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
import { NetworkOfExchange } from '../exchange/network';
import { withSignatureHelp } from './signature-help';

/** Pairs of contracts for 1 USD each, of users who hold their own key. */
@ApiTags('Trading')
@Controller('/v1/positions')
export class RedeemController {
  constructor(
    @Inject(EngineClient) private readonly engine: Pick<EngineClient, 'send'>,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
  ) {}

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
    const network = await this.exchange.network();
    const command = { kind: 'redeem', ...body, builder: null } as const;
    const requestId = requestIdOf(request);
    const done = await withSignatureHelp(
      () => redeemBytes(body, network),
      async () => carriedOut(await this.engine.send('order', command, { requestId }), 'redeem'),
    );
    markReplay(reply, done);
    return presentRedeemed(done.body, done);
  }
}
