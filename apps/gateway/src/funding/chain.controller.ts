import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ChainNames,
  FUNDING_CHANGE,
  FUNDING_READ,
  faucetAnswer,
  faucetRequest,
  gasPriceAnswer,
  presentFaucet,
  presentGasPrice,
  presentProxy,
  proxyAnswer,
  publicKey,
  success,
} from '@bellwether/api';
import type { FaucetRequest } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { Answers, PathParam, WrapsAnswers, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { requireOwnerKey } from '../account/owner-key';
import { NetworkOfExchange } from '../exchange/network';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { FundingRequests } from './funding-requests';

/** Requests about the chains: proxy wallets, the cost of a transaction, and test money. */
@ApiTags('Deposits and withdrawals')
@Controller('/v1')
@WrapsAnswers()
export class ChainController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  /** Starts watching, as a request for a deposit address does: whoever has the address may send to it. */
  @Answers('getProxyWallet', {
    summary: "Read a user's proxy wallet",
    description: 'It is watched from then on, and never changes.',
    answer: proxyAnswer,
    codes: FUNDING_READ,
  })
  @Get('/proxy/:user')
  async proxy(@PathParam('user', publicKey) user: Uint8Array, @Req() request: FastifyRequest) {
    this.funding.requireConfigured();
    requireOwnerKey('user', user);
    return success(presentProxy(await this.funding.ask('proxy', { user }, requestIdOf(request))));
  }

  @Answers('getGasPrice', {
    summary: 'Read what chain transactions cost',
    answer: gasPriceAnswer,
    codes: FUNDING_READ,
  })
  @Get('/gas/price')
  async gasPrice(@Req() request: FastifyRequest) {
    return success(presentGasPrice(await this.funding.ask('gas_price', {}, requestIdOf(request))));
  }

  /** Exists on the test network only. */
  @Answers('askFaucet', {
    summary: 'Ask for test money on a chain',
    description: 'On the test network alone; elsewhere there is no such path.',
    answer: faucetAnswer,
    codes: [...FUNDING_CHANGE, 'NOT_FOUND', 'TEST_NETWORK_ONLY', 'ENGINE_UNAVAILABLE'],
  })
  @Post('/faucet')
  @HttpCode(200)
  async faucet(
    @Body({ schema: faucetRequest }) body: FaucetRequest,
    @Req() request: FastifyRequest,
  ) {
    if ((await this.exchange.network()) !== 'test') throw new CodedError('NOT_FOUND');
    const asked = { ...body, chain: this.names.chainOf(body.chain) };
    this.limits.chargeFaucet(body.address);
    const { txSignature } = await this.funding.ask('faucet', asked, requestIdOf(request));
    return success(presentFaucet(asked, txSignature, this.names));
  }
}
