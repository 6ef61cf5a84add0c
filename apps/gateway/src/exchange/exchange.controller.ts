import { Controller, Get, Inject } from '@nestjs/common';
import { presentFees, presentSolvency, presentStatus, presentTime } from '@bellwether/api';
import { DEFAULT_BODY_LIMIT_BYTES } from '@bellwether/runtime';
import { SharedQueries } from '../engine/shared-queries';
import { HistoryProgress } from '../account/history-progress';

/** The exchange as a whole: what it charges, how it is, whether the books agree. */
@Controller('/v1')
export class ExchangeController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(HistoryProgress) private readonly history: HistoryProgress,
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
    const [{ view, ...asOf }, history] = await Promise.all([
      this.engine.query('status', {}),
      this.history.stateOrNull(),
    ]);
    const bodyLimitBytes = DEFAULT_BODY_LIMIT_BYTES;
    return presentStatus({ view, asOf, history, nowMs: Date.now(), bodyLimitBytes });
  }

  @Get('/solvency')
  async solvency() {
    const { view, ...asOf } = await this.engine.query('solvency', {});
    return presentSolvency(view, asOf);
  }
}
