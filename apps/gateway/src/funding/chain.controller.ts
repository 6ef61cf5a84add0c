import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import {
  ChainNames,
  faucetRequest,
  presentFaucet,
  presentGasPrice,
  presentProxy,
  publicKey,
  success,
} from '@bellwether/api';
import type { FaucetRequest } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { WrapsAnswers, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { NetworkOfExchange } from '../exchange/network';
import { FundingRequests } from './funding-requests';

/** What the chains are asked for: proxy wallets, what a transaction costs, and test money. */
@Controller('/v1')
@WrapsAnswers()
export class ChainController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Get('/proxy/:user')
  async proxy(
    @Param('user', { schema: publicKey }) user: Uint8Array,
    @Req() request: FastifyRequest,
  ) {
    return success(presentProxy(await this.funding.ask('proxy', { user }, requestIdOf(request))));
  }

  @Get('/gas/price')
  async gasPrice(@Req() request: FastifyRequest) {
    return success(presentGasPrice(await this.funding.ask('gas_price', {}, requestIdOf(request))));
  }

  /** On the test network alone; elsewhere there is no such path. */
  @Post('/faucet')
  @HttpCode(200)
  async faucet(
    @Body({ schema: faucetRequest }) body: FaucetRequest,
    @Req() request: FastifyRequest,
  ) {
    if ((await this.exchange.network()) !== 'test') throw new CodedError('NOT_FOUND');
    const asked = { ...body, chain: this.names.chainOf(body.chain) };
    const { txSignature } = await this.funding.ask('faucet', asked, requestIdOf(request));
    return success(presentFaucet(asked, txSignature, this.names));
  }
}
