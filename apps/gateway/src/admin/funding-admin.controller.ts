import { Controller, Inject } from '@nestjs/common';
import {
  ChainNames,
  fundingAdmin,
  presentBridgeExecutor,
  presentDailyCap,
  presentQueueDecision,
  presentQueues,
  presentStepOver,
  presentTier,
  presentTierChange,
} from '@bellwether/api';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { DepositQueues } from '../funding/deposit-queues';
import { FundingRequests } from '../funding/funding-requests';
import { Confirmations } from '../operators/confirmations';

/** Deposits and the bridge: tiers, the switch, the daily cap and the queues. */
@Controller()
export class FundingAdminController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(DepositQueues) private readonly queues: DepositQueues,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Endpoint(fundingAdmin.setTier)
  async setTier({ body, request }: In<typeof fundingAdmin.setTier>) {
    await this.confirmations.require(request);
    return presentTierChange(await this.funding.ask('tier', body, requestIdOf(request)));
  }

  @Endpoint(fundingAdmin.refreshTier)
  async refreshTier({ body, request }: In<typeof fundingAdmin.refreshTier>) {
    return presentTier(await this.funding.ask('refresh_tier', body, requestIdOf(request)));
  }

  @Endpoint(fundingAdmin.setBridgeExecutor)
  async setExecutor({ body, request }: In<typeof fundingAdmin.setBridgeExecutor>) {
    const state = await this.funding.ask('bridge_executor', body, requestIdOf(request));
    return presentBridgeExecutor(state);
  }

  @Endpoint(fundingAdmin.setDailyCap)
  async setDailyCap({ body, request }: In<typeof fundingAdmin.setDailyCap>) {
    await this.confirmations.require(request);
    const cap = await this.funding.ask('daily_cap', body, requestIdOf(request));
    return presentDailyCap(cap);
  }

  @Endpoint(fundingAdmin.stepOverBlock)
  async stepOver({ body, request }: In<typeof fundingAdmin.stepOverBlock>) {
    await this.confirmations.require(request);
    return presentStepOver(await this.funding.ask('step_over', body, requestIdOf(request)));
  }

  @Endpoint(fundingAdmin.listQueues)
  async listQueues({ query: { phase, page } }: In<typeof fundingAdmin.listQueues>) {
    this.funding.requireConfigured();
    return presentQueues(await this.queues.look(phase, page), this.names);
  }

  @Endpoint(fundingAdmin.releaseDeposit)
  async release({
    path: { deposit_id: depositId },
    request,
  }: In<typeof fundingAdmin.releaseDeposit>) {
    await this.confirmations.require(request);
    const released = await this.funding.ask('release', { depositId }, requestIdOf(request));
    return presentQueueDecision(released);
  }

  @Endpoint(fundingAdmin.rejectDeposit)
  async reject({
    path: { deposit_id: depositId },
    request,
  }: In<typeof fundingAdmin.rejectDeposit>) {
    const rejected = await this.funding.ask('reject', { depositId }, requestIdOf(request));
    return presentQueueDecision(rejected);
  }
}
