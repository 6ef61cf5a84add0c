import { Controller, Get, Inject } from '@nestjs/common';
import { presentFees, presentSolvency, presentStatus, presentTime } from '@bellwether/api';
import { DEFAULT_BODY_LIMIT_BYTES } from '@bellwether/runtime';
import { SharedQueries } from '../engine/shared-queries';
import { HistoryProgress } from '../account/history-progress';
import { FundingRecords } from '../funding/funding-records';
import { FundingRequests } from '../funding/funding-requests';

/** The exchange as a whole: what it charges, how it is, whether the books agree. */
@Controller('/v1')
export class ExchangeController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(HistoryProgress) private readonly history: HistoryProgress,
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
  ) {}

  @Get('/fees')
  async fees() {
    const { view, ...asOf } = await this.engine.query('fees', {});
    return presentFees(view, asOf);
  }

  @Get('/time')
  time() {
    return presentTime(Date.now());
  }

  @Get('/status')
  async status() {
    const [{ view, ...asOf }, history, funding] = await Promise.all([
      this.engine.query('status', {}),
      this.history.stateOrNull(),
      this.funding.areConfigured ? this.records.scans() : null,
    ]);
    const bodyLimitBytes = DEFAULT_BODY_LIMIT_BYTES;
    return presentStatus({ view, asOf, history, funding, nowMs: Date.now(), bodyLimitBytes });
  }

  @Get('/solvency')
  async solvency() {
    const [{ view, ...asOf }, chain] = await Promise.all([
      this.engine.query('solvency', {}),
      this.funding.areConfigured ? this.records.solvency() : null,
    ]);
    return presentSolvency(view, asOf, chain);
  }
}
