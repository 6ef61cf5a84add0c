import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ChainNames,
  FUNDING_CHANGE,
  FUNDING_RECORD,
  RECOVERING,
  OWNER_SIGNED,
  bridgeAddressAnswer,
  depositStatusAnswer,
  presentBridgeAddress,
  presentDepositStatus,
  presentRecovery,
  publicKey,
  recoveryAnswer,
  signedRecoverRequest,
  success,
} from '@bellwether/api';
import type { SignedRecoverRequest } from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { encodeRecover } from '@bellwether/canonical-message';
import { Answers, PathParam, WrapsAnswers, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { requireOwnerKey } from '../account/owner-key';
import { OwnerReads } from '../account-sessions/owner.guard';
import { NetworkOfExchange } from '../exchange/network';
import { signatureOfText } from '../trading/owner-signature';
import { withSignatureHelp } from '../trading/signature-help';
import { FundingRecords } from './funding-records';
import { FundingRequests } from './funding-requests';

/** Where to send money, what happened to it, and how to get back what was not credited. */
@ApiTags('Deposits and withdrawals')
@Controller('/v1/deposit')
export class DepositController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(FollowedClock) private readonly clock: FollowedClock,
  ) {}

  /** Starts watching. A key that cannot sign gets no address: what is sent to it could never be withdrawn. */
  @Answers('getDepositAddress', {
    summary: "Read a user's deposit address",
    description: 'It is watched from then on, and never changes.',
    answer: bridgeAddressAnswer,
    codes: [...FUNDING_CHANGE, 'ENGINE_UNAVAILABLE'],
  })
  @Get('/bridge-address/:user_pubkey')
  @WrapsAnswers()
  async bridgeAddress(
    @PathParam('user_pubkey', publicKey) user: Uint8Array,
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

  @Answers('getDepositStatus', {
    summary: "Read what became of a user's deposits",
    answer: depositStatusAnswer,
    codes: FUNDING_RECORD,
  })
  @Get('/status/:user_pubkey')
  @OwnerReads('user_pubkey')
  async status(@PathParam('user_pubkey', publicKey) user: Uint8Array) {
    this.funding.requireConfigured();
    const status = await this.records.depositStatus(user);
    return presentDepositStatus({ ...status, nowMs: this.clock.nowMs() }, this.names);
  }

  @Answers('recoverDeposit', {
    summary: 'Get back what lies at a deposit address',
    description:
      'One token, all of it that belongs to no deposit under way. Signed by the user: the canonical message, or a `text` in place of all fields.',
    answer: recoveryAnswer,
    codes: [...RECOVERING, ...OWNER_SIGNED],
  })
  @Post('/recover')
  @HttpCode(200)
  @WrapsAnswers()
  async recover(
    @Body({ schema: signedRecoverRequest }) body: SignedRecoverRequest,
    @Req() request: FastifyRequest,
  ) {
    this.funding.requireConfigured();
    const network = await this.exchange.network();
    const { text, ...terms } = body;
    const textForm =
      text === undefined ? undefined : signatureOfText(text, body.signature, network).form;
    const recovery = await withSignatureHelp(
      () => encodeRecover({ ...terms, network, mainAddress: terms.user }),
      () => this.funding.ask('recover', { ...terms, textForm }, requestIdOf(request)),
    );
    return success(presentRecovery(recovery));
  }
}
