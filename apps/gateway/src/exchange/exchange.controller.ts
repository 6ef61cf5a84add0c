import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ENGINE_READ,
  feesAnswer,
  presentFees,
  presentSolvency,
  presentStatus,
  presentTime,
  solvencyAnswer,
  statusAnswer,
  timeAnswer,
} from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { Answers, DEFAULT_BODY_LIMIT_BYTES } from '@bellwether/runtime';
import { SharedQueries } from '../live/shared-queries';
import { HistoryProgress } from '../account/history-progress';
import { FundingRecords } from '../funding/funding-records';
import { FundingRequests } from '../funding/funding-requests';
import { GatewayLimits } from '../rate-limits/gateway-limits';

/** The whole exchange: its fees, its state, and whether the books agree. */
@ApiTags('Exchange')
@Controller('/v1')
export class ExchangeController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(HistoryProgress) private readonly history: HistoryProgress,
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
    @Inject(FollowedClock) private readonly clock: FollowedClock,
  ) {}

  @Answers('getFees', {
    summary: 'Read what trading costs',
    answer: feesAnswer,
    codes: ENGINE_READ,
  })
  @Get('/fees')
  async fees() {
    const { view, ...asOf } = await this.engine.query('fees', {});
    return presentFees(view, asOf);
  }

  @Answers('getTime', {
    summary: "Read the server's clock",
    answer: timeAnswer,
  })
  @Get('/time')
  time() {
    return presentTime(this.clock.nowMs());
  }

  @Answers('getStatus', {
    summary: 'Read the state of the exchange',
    description:
      'Its mode, how far history and chains have been read, and the limits a client must stay within.',
    answer: statusAnswer,
    codes: [...ENGINE_READ, 'HISTORY_UNAVAILABLE'],
  })
  @Get('/status')
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

  @Answers('getSolvency', {
    summary: "Read the sums of the exchange's books",
    description: 'What it owes, what it has, and whether the chains agree.',
    answer: solvencyAnswer,
    codes: [...ENGINE_READ, 'HISTORY_UNAVAILABLE'],
  })
  @Get('/solvency')
  async solvency() {
    const [{ view, ...asOf }, chain] = await Promise.all([
      this.engine.query('solvency', {}),
      this.funding.areConfigured ? this.records.solvency() : null,
    ]);
    return presentSolvency(view, asOf, chain);
  }
}
