import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  BUILDER_SENT,
  ChainNames,
  type DepositAddressRequest,
  FUNDING_CHANGE,
  RECOVERING,
  type RecoverRequest,
  depositAddressAnswer,
  depositAddressRequest,
  presentAddress,
  presentRecovery,
  recoverRequest,
  recoveryAnswer,
  success,
} from '@bellwether/api';
import type { Network } from '@bellwether/exchange';
import { Answers, WrapsAnswers, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../envelope/authenticator';
import { ApiKeyAlone, FromCaller } from '../envelope/envelope.guard';
import { NETWORK } from '../tokens';
import { BuilderFunding } from './builder-funding';

@ApiTags('Deposits and withdrawals')
@Controller('v1/deposit')
export class DepositController {
  constructor(
    @Inject(BuilderFunding) private readonly funding: BuilderFunding,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(NETWORK) private readonly network: Network,
  ) {}

  @Answers('getDepositAddress', {
    summary: "Read a user's deposit address",
    description:
      'On the chain to deposit from the deposit address, on the main chain the proxy wallet. Both are watched from then on.',
    answer: depositAddressAnswer,
    codes: [...FUNDING_CHANGE, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
  })
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

  @Answers('recoverDeposit', {
    summary: 'Get back what lies at a deposit address',
    description:
      'One token, all of it that belongs to no deposit under way. Needs the scope `withdraw`.',
    answer: recoveryAnswer,
    codes: [...RECOVERING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
  })
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
