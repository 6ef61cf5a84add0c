import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  ChainNames,
  depositAddressRequest,
  presentAddress,
  presentRecovery,
  recoverRequest,
  success,
  type DepositAddressRequest,
  type RecoverRequest,
} from '@bellwether/api';
import type { Network } from '@bellwether/exchange';
import { WrapsAnswers, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { ApiKeyAlone, FromCaller } from '../envelope/envelope.guard';
import { BuilderFunding } from './builder-funding';

/** Provides the network's name. */
export const NETWORK = Symbol('NETWORK');

@Controller('v1/deposit')
export class DepositController {
  constructor(
    @Inject(BuilderFunding) private readonly funding: BuilderFunding,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(NETWORK) private readonly network: Network,
  ) {}

  @Post('address')
  @ApiKeyAlone()
  @HttpCode(200)
  async address(
    @FromCaller() caller: Caller,
    @Body({ schema: depositAddressRequest }) body: DepositAddressRequest,
    @Req() request: FastifyRequest,
  ) {
    const { names, network } = this;
    const chain = names.chainOf(body.chain);
    const view = await this.funding.addresses(caller, body.user, requestIdOf(request));
    return presentAddress(chain, view, { names, network });
  }

  @Post('recover')
  @HttpCode(200)
  @WrapsAnswers()
  async recover(
    @FromCaller() caller: Caller,
    @Body({ schema: recoverRequest }) body: RecoverRequest,
    @Req() request: FastifyRequest,
  ) {
    const recovery = await this.funding.recover(caller, body, requestIdOf(request));
    return success(presentRecovery(recovery));
  }
}
