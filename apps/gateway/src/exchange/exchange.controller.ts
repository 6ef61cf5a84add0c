import { Controller, Inject } from '@nestjs/common';
import { exchange, withPlace } from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { DEFAULT_BODY_LIMIT_BYTES, Endpoint } from '@bellwether/runtime';
import { HistoryProgress } from '../account/history-progress';
import { FundingRecords } from '../funding/funding-records';
import { FundingRequests } from '../funding/funding-requests';
import { SharedQueries } from '../live/shared-queries';
import { GatewayLimits } from '../rate-limits/gateway-limits';

/** The whole exchange: its fees, its state, and its solvency. */
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
    return withPlace(view, asOf);
  }

  @Endpoint(exchange.getResolutionRules)
  async resolutionRules() {
    const { view: rules, ...asOf } = await this.engine.query('resolution_rules', {});
    return withPlace({ rules }, asOf);
  }

  @Endpoint(exchange.getTime)
  time() {
    const timeMs = this.clock.nowMs();
    return { timeMs };
  }

  @Endpoint(exchange.getStatus)
  async status() {
    const [{ view, ...asOf }, progress, scans] = await Promise.all([
      this.engine.query('status', {}),
      this.history.stateOrNull(),
      this.funding.areConfigured ? this.records.scans() : null,
    ]);
    return {
      ...withPlace(view, asOf),
      serverTimeMs: this.clock.nowMs(),
      progress,
      scans,
      bodyLimitBytes: DEFAULT_BODY_LIMIT_BYTES,
      rateLimits: this.limits.rates,
    };
  }

  @Endpoint(exchange.getSolvency)
  async solvency() {
    const [{ view, ...asOf }, chain] = await Promise.all([
      this.engine.query('solvency', {}),
      this.funding.areConfigured ? this.records.solvency() : null,
    ]);
    return withPlace(view, asOf, { chain });
  }
}
