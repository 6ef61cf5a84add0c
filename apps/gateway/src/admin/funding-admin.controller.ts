import { Body, Get, HttpCode, Inject, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CONFIRMED,
  ChainNames,
  FUNDING_CHANGE,
  FUNDING_READ,
  FUNDING_RECORD,
  bridgeExecutorAnswer,
  bridgeExecutorRequest,
  dailyCapAnswer,
  dailyCapRequest,
  depositIdParameter,
  emptyRequest,
  presentBridgeExecutor,
  presentDailyCap,
  presentQueueDecision,
  presentQueues,
  presentStepOver,
  presentTier,
  presentTierChange,
  queuesAnswer,
  queuesQuery,
  rejectedAnswer,
  releasedAnswer,
  stepOverAnswer,
  stepOverRequest,
  success,
  tierAnswer,
  tierCacheRequest,
  tierChangeAnswer,
  userTierRequest,
} from '@bellwether/api';
import type {
  BridgeExecutorRequest,
  DailyCapRequest,
  QueuesQuery,
  StepOverRequest,
  TierCacheRequest,
  UserTierRequest,
} from '@bellwether/api';
import { Answers, PathParam, QueryParams, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { DepositQueues } from '../funding/deposit-queues';
import { FundingRequests } from '../funding/funding-requests';
import { Confirmations } from '../operators/confirmations';
import { AdminController, AsksRole } from './admin-route';

/** Deposits and the bridge: tiers, the switch, the daily cap and the queues. */
@ApiTags('Administration')
@AdminController('money')
export class FundingAdminController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(DepositQueues) private readonly queues: DepositQueues,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Answers('setTier', {
    summary: "Set a user's tier",
    description: 'A transaction on the main chain: the answer comes when it is final.',
    answer: tierChangeAnswer,
    codes: [...FUNDING_CHANGE, ...CONFIRMED],
  })
  @Post('/bridge/user-tier')
  @HttpCode(200)
  async setTier(
    @Body({ schema: userTierRequest }) body: UserTierRequest,
    @Req() request: FastifyRequest,
  ) {
    await this.confirmations.require(request);
    return success(presentTierChange(await this.funding.ask('tier', body, requestIdOf(request))));
  }

  @Answers('refreshTier', {
    summary: "Read a user's tier again",
    description: 'In place of the value that is kept for a minute.',
    answer: tierAnswer,
    codes: FUNDING_READ,
  })
  @Post('/bridge/invalidate-tier-cache')
  @HttpCode(200)
  async refreshTier(
    @Body({ schema: tierCacheRequest }) body: TierCacheRequest,
    @Req() request: FastifyRequest,
  ) {
    return success(presentTier(await this.funding.ask('refresh_tier', body, requestIdOf(request))));
  }

  @Answers('setBridgeExecutor', {
    summary: 'Switch the bridge',
    answer: bridgeExecutorAnswer,
    codes: FUNDING_CHANGE,
  })
  @Post('/bridge/executor')
  @HttpCode(200)
  async setExecutor(
    @Body({ schema: bridgeExecutorRequest }) body: BridgeExecutorRequest,
    @Req() request: FastifyRequest,
  ) {
    const state = await this.funding.ask('bridge_executor', body, requestIdOf(request));
    return success(presentBridgeExecutor(state));
  }

  @Answers('setDailyCap', {
    summary: 'Set the daily cap of the bridge',
    answer: dailyCapAnswer,
    codes: [...FUNDING_CHANGE, ...CONFIRMED],
  })
  @Put('/bridge/daily-cap')
  async setDailyCap(
    @Body({ schema: dailyCapRequest }) body: DailyCapRequest,
    @Req() request: FastifyRequest,
  ) {
    await this.confirmations.require(request);
    const cap = await this.funding.ask('daily_cap', body, requestIdOf(request));
    return success(presentDailyCap(cap));
  }

  @Answers('stepOverBlock', {
    summary: 'Let the scan of a chain step over a block that it cannot read',
    description:
      'Nothing in it is looked for. What it held is written down, and balances that it changed are found by comparing them. The same request again tells what became of it.',
    answer: stepOverAnswer,
    codes: [...FUNDING_CHANGE, ...CONFIRMED],
  })
  @Post('/scan/step-over')
  @HttpCode(200)
  async stepOver(
    @Body({ schema: stepOverRequest }) body: StepOverRequest,
    @Req() request: FastifyRequest,
  ) {
    await this.confirmations.require(request);
    return success(
      presentStepOver(await this.funding.ask('step_over', body, requestIdOf(request))),
    );
  }

  @Answers('listQueues', {
    summary: 'List deposits of a phase',
    answer: queuesAnswer,
    codes: FUNDING_RECORD,
  })
  @Get('/queues')
  @AsksRole('read')
  async listQueues(@QueryParams(queuesQuery) { phase, page }: QueuesQuery) {
    this.funding.requireConfigured();
    return success(presentQueues(await this.queues.look(phase, page), this.names));
  }

  @Answers('releaseDeposit', {
    summary: 'Let a queued deposit pass the daily cap',
    answer: releasedAnswer,
    codes: [...FUNDING_CHANGE, ...CONFIRMED, 'DEPOSIT_NOT_FOUND', 'DEPOSIT_NOT_QUEUED'],
  })
  @Post('/queues/:deposit_id/release')
  @HttpCode(200)
  async release(
    @PathParam('deposit_id', depositIdParameter) depositId: Uint8Array,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    await this.confirmations.require(request);
    const released = await this.funding.ask('release', { depositId }, requestIdOf(request));
    return success(presentQueueDecision(released));
  }

  @Answers('rejectDeposit', {
    summary: 'Take a deposit out of the queue',
    description:
      'It ends `rejected` and stays at its address, for its user, or its builder, to recover.',
    answer: rejectedAnswer,
    codes: [...FUNDING_CHANGE, 'DEPOSIT_NOT_FOUND', 'DEPOSIT_NOT_QUEUED'],
  })
  @Post('/queues/:deposit_id/reject')
  @HttpCode(200)
  async reject(
    @PathParam('deposit_id', depositIdParameter) depositId: Uint8Array,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const rejected = await this.funding.ask('reject', { depositId }, requestIdOf(request));
    return success(presentQueueDecision(rejected));
  }
}
