import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import {
  ChainNames,
  presentBridgeAddress,
  presentDepositStatus,
  presentRecovery,
  publicKey,
  signedRecoverRequest,
  success,
} from '@bellwether/api';
import type { SignedRecoverRequest } from '@bellwether/api';
import { encodeRecover } from '@bellwether/canonical-message';
import { WrapsAnswers, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { requireOwnerKey } from '../account/owner-key';
import { NetworkOfExchange } from '../exchange/network';
import { withSignatureHelp } from '../trading/signature-help';
import { FundingRecords } from './funding-records';
import { FundingRequests } from './funding-requests';

/** Where to send money, what became of it, and how to get back what was not taken. */
@Controller('/v1/deposit')
export class DepositController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  /** Starts the watch. What is sent for a key that cannot sign could never be withdrawn: it gets no address. */
  @Get('/bridge-address/:user_pubkey')
  @WrapsAnswers()
  async bridgeAddress(
    @Param('user_pubkey', { schema: publicKey }) user: Uint8Array,
    @Req() request: FastifyRequest,
  ) {
    this.funding.requireConfigured();
    requireOwnerKey('user_pubkey', user);
    const [view, network] = await Promise.all([
      this.funding.ask('address', { user }, requestIdOf(request)),
      this.exchange.network(),
    ]);
    return success(presentBridgeAddress(view, { names: this.names, network }));
  }

  @Get('/status/:user_pubkey')
  async status(@Param('user_pubkey', { schema: publicKey }) user: Uint8Array) {
    this.funding.requireConfigured();
    const status = await this.records.depositStatus(user);
    return presentDepositStatus({ ...status, nowMs: Date.now() }, this.names);
  }

  @Post('/recover')
  @HttpCode(200)
  @WrapsAnswers()
  async recover(
    @Body({ schema: signedRecoverRequest }) body: SignedRecoverRequest,
    @Req() request: FastifyRequest,
  ) {
    this.funding.requireConfigured();
    const network = await this.exchange.network();
    const recovery = await withSignatureHelp(
      () => encodeRecover({ ...body, network, mainAddress: body.user }),
      () => this.funding.ask('recover', { ...body, by: 'user' }, requestIdOf(request)),
    );
    return success(presentRecovery(recovery));
  }
}
