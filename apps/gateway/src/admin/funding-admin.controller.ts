import { Controller, Inject } from '@nestjs/common';
import { ChainNames, fundingAdmin, withChainName } from '@bellwether/api';
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
    return this.funding.ask('tier', body, requestIdOf(request));
  }

  @Endpoint(fundingAdmin.refreshTier)
  refreshTier({ body, request }: In<typeof fundingAdmin.refreshTier>) {
    return this.funding.ask('refresh_tier', body, requestIdOf(request));
  }

  @Endpoint(fundingAdmin.setBridgeExecutor)
  setExecutor({ body, request }: In<typeof fundingAdmin.setBridgeExecutor>) {
    return this.funding.ask('bridge_executor', body, requestIdOf(request));
  }

  @Endpoint(fundingAdmin.setDailyCap)
  async setDailyCap({ body, request }: In<typeof fundingAdmin.setDailyCap>) {
    await this.confirmations.require(request);
    return this.funding.ask('daily_cap', body, requestIdOf(request));
  }

  @Endpoint(fundingAdmin.stepOverBlock)
  async stepOver({ body, request }: In<typeof fundingAdmin.stepOverBlock>) {
    await this.confirmations.require(request);
    return this.funding.ask('step_over', body, requestIdOf(request));
  }

  @Endpoint(fundingAdmin.listQueues)
  async listQueues({ query: { phase, page } }: In<typeof fundingAdmin.listQueues>) {
    this.funding.requireConfigured();
    const { deposits, ...others } = await this.queues.look(phase, page);
    const items = deposits.items.map((one) => withChainName(one, this.names));
    return { ...others, items, hasMore: deposits.hasMore };
  }

  @Endpoint(fundingAdmin.releaseDeposit)
  async release({
    path: { deposit_id: depositId },
    request,
  }: In<typeof fundingAdmin.releaseDeposit>) {
    await this.confirmations.require(request);
    return this.funding.ask('release', { depositId }, requestIdOf(request));
  }

  @Endpoint(fundingAdmin.rejectDeposit)
  async reject({
    path: { deposit_id: depositId },
    request,
  }: In<typeof fundingAdmin.rejectDeposit>) {
    return this.funding.ask('reject', { depositId }, requestIdOf(request));
  }
}
