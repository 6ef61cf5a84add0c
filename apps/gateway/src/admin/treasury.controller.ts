import { Controller, Inject } from '@nestjs/common';
import { ChainNames, presentablePayout, treasury, withPlace } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { TREASURY_SOURCES, newProgress } from '@bellwether/funding';
import { RevenuePayoutStore } from '@bellwether/persistence';
import { Endpoint, markReplay, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { FundingRequests } from '../funding/funding-requests';
import { Confirmations } from '../operators/confirmations';

const EXCHANGE = { builderId: '', sources: TREASURY_SOURCES } as const;

/** What the exchange earned: protocol fees and gas revenue, and their payouts, which two operators agree on. */
@Controller()
export class TreasuryController {
  constructor(
    @Inject(EngineClient) private readonly engine: EngineClient,
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(RevenuePayoutStore) private readonly payouts: RevenuePayoutStore,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Endpoint(treasury.getTreasury)
  async look() {
    const { view, ...asOf } = await this.engine.query('solvency', {});
    const { protocolFees, gasRevenue } = view;
    return withPlace({ protocolFees, gasRevenue }, asOf);
  }

  @Endpoint(treasury.payTreasury)
  async payOut({ body, request, reply }: In<typeof treasury.payTreasury>) {
    await this.confirmations.require(request);
    const paid = await this.funding.ask('treasury_payout', body, requestIdOf(request));
    markReplay(reply, { replayed: paid.isReplay });
    return presentablePayout({ ...paid, ...newProgress(paid) }, this.names);
  }

  @Endpoint(treasury.listTreasuryPayouts)
  async list({ query }: In<typeof treasury.listTreasuryPayouts>) {
    this.funding.requireConfigured();
    const { items, hasMore } = await this.payouts.of(EXCHANGE, query);
    return { items: items.map((one) => presentablePayout(one, this.names)), hasMore };
  }
}
