import { Controller, Inject } from '@nestjs/common';
import {
  exchange,
  presentFees,
  presentSolvency,
  presentStatus,
  presentTime,
} from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { DEFAULT_BODY_LIMIT_BYTES, Endpoint } from '@bellwether/runtime';
import { HistoryProgress } from '../account/history-progress';
import { FundingRecords } from '../funding/funding-records';
import { FundingRequests } from '../funding/funding-requests';
import { SharedQueries } from '../live/shared-queries';
import { GatewayLimits } from '../rate-limits/gateway-limits';

/** The whole exchange: its fees, its state, and whether the books agree. */
@Controller()
export class ExchangeController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(HistoryProgress) private readonly history: HistoryProgress,
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
    @Inject(FollowedClock) private readonly clock: FollowedClock,
  ) {}

  @Endpoint(exchange.getFees)
  async fees() {
    const { view, ...asOf } = await this.engine.query('fees', {});
    return presentFees(view, asOf);
  }

  @Endpoint(exchange.getTime)
  time() {
    return presentTime(this.clock.nowMs());
  }

  @Endpoint(exchange.getStatus)
  async status() {
    const [{ view, ...asOf }, history, funding] = await Promise.all([
      this.engine.query('status', {}),
      this.history.stateOrNull(),
      this.funding.areConfigured ? this.records.scans() : null,
    ]);
    const bodyLimitBytes = DEFAULT_BODY_LIMIT_BYTES;
    const { rates: rateLimits } = this.limits;
    const nowMs = this.clock.nowMs();
    return presentStatus({ view, asOf, history, funding, nowMs, bodyLimitBytes, rateLimits });
  }

  @Endpoint(exchange.getSolvency)
  async solvency() {
    const [{ view, ...asOf }, chain] = await Promise.all([
      this.engine.query('solvency', {}),
      this.funding.areConfigured ? this.records.solvency() : null,
    ]);
    return presentSolvency(view, asOf, chain);
  }
}
