import { Body, Get, HttpCode, Inject, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  ChainNames,
  bridgeExecutorRequest,
  dailyCapRequest,
  depositIdParameter,
  emptyRequest,
  operatorRecoverRequest,
  pageEnd,
  presentDailyCap,
  presentQueuedDeposit,
  presentRecovery,
  presentReleased,
  presentTier,
  presentTierChange,
  queuesQuery,
  success,
  tierCacheRequest,
  userTierRequest,
} from '@bellwether/api';
import type {
  BridgeExecutorRequest,
  DailyCapRequest,
  OperatorRecoverRequest,
  QueuesQuery,
  TierCacheRequest,
  UserTierRequest,
} from '@bellwether/api';
import { requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { DepositQueues } from '../funding/deposit-queues';
import { FundingRequests } from '../funding/funding-requests';
import { AdminController } from './admin-route';

/** Deposits and the bridge: tiers, the switch, the daily cap, the queues, and recoveries without a user's signature. */
@AdminController()
export class FundingAdminController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(DepositQueues) private readonly queues: DepositQueues,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Post('/bridge/user-tier')
  @HttpCode(200)
  async setTier(
    @Body({ schema: userTierRequest }) body: UserTierRequest,
    @Req() request: FastifyRequest,
  ) {
    return success(presentTierChange(await this.funding.ask('tier', body, requestIdOf(request))));
  }

  @Post('/bridge/invalidate-tier-cache')
  @HttpCode(200)
  async refreshTier(
    @Body({ schema: tierCacheRequest }) body: TierCacheRequest,
    @Req() request: FastifyRequest,
  ) {
    return success(presentTier(await this.funding.ask('refresh_tier', body, requestIdOf(request))));
  }

  @Post('/bridge/executor')
  @HttpCode(200)
  async setExecutor(
    @Body({ schema: bridgeExecutorRequest }) body: BridgeExecutorRequest,
    @Req() request: FastifyRequest,
  ) {
    const { enabled } = await this.funding.ask('bridge_executor', body, requestIdOf(request));
    return success({ enabled });
  }

  @Put('/bridge/daily-cap')
  async setDailyCap(
    @Body({ schema: dailyCapRequest }) body: DailyCapRequest,
    @Req() request: FastifyRequest,
  ) {
    const cap = await this.funding.ask('daily_cap', body, requestIdOf(request));
    return success(presentDailyCap(cap));
  }

  @Get('/queues')
  async listQueues(@Query({ schema: queuesQuery }) { phase, page }: QueuesQuery) {
    this.funding.requireConfigured();
    const { deposits, bridgeExecutor, dailyCap } = await this.queues.look(phase, page);
    const last = deposits.hasMore ? (deposits.items.at(-1)?.number ?? null) : null;
    return success({
      deposits: deposits.items.map((one) => presentQueuedDeposit(one, this.names)),
      ...pageEnd('deposit', last),
      bridge_executor: bridgeExecutor,
      daily_cap: presentDailyCap(dailyCap),
    });
  }

  @Post('/queues/:deposit_id/release')
  @HttpCode(200)
  async release(
    @Param('deposit_id', { schema: depositIdParameter }) depositId: Uint8Array,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const released = await this.funding.ask('release', { depositId }, requestIdOf(request));
    return success(presentReleased(released));
  }

  @Post('/recoveries')
  @HttpCode(200)
  async recover(
    @Body({ schema: operatorRecoverRequest }) body: OperatorRecoverRequest,
    @Req() request: FastifyRequest,
  ) {
    const asked = { ...body, by: 'operator' } as const;
    return success(presentRecovery(await this.funding.ask('recover', asked, requestIdOf(request))));
  }
}
