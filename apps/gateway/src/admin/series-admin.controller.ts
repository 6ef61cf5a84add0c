import { Controller, Inject } from '@nestjs/common';
import { eventOfSeries, seriesAdmin } from '@bellwether/api';
import type { Series } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { SeriesStore } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { sourceByKey } from '../cases/source-by-key';
import { MAX_SERIES } from '../limits';
import { SeriesMaker } from '../series/series-maker';
import { SeriesReads } from '../series/series-reads';

@Controller()
export class SeriesAdminController {
  constructor(
    @Inject(SeriesStore) private readonly rows: SeriesStore,
    @Inject(SeriesReads) private readonly reads: SeriesReads,
    @Inject(SeriesMaker) private readonly maker: SeriesMaker,
    @Inject(EngineClient) private readonly engine: Pick<EngineClient, 'query'>,
  ) {}

  @Endpoint(seriesAdmin.setSeries)
  async set({ body }: In<typeof seriesAdmin.setSeries>) {
    await this.requireSource(body);
    if (!(await this.rows.put(body, MAX_SERIES)))
      throw new CodedError('CAPACITY_REACHED', { limit: MAX_SERIES });
    this.maker.soon();
    return this.reads.shown(body.seriesId);
  }

  /** As the engine requires it of each event: who sets the series learns it at once. One that is over makes none. */
  private async requireSource(series: Series): Promise<void> {
    const { firstStart, endsAt } = series;
    const { source } = eventOfSeries(series, firstStart);
    if (source === undefined || (endsAt !== null && endsAt <= this.reads.nowSeconds)) return;
    const row = await sourceByKey(this.engine, source.key);
    if (row.retiredMs !== undefined) throw new CodedError('SOURCE_RETIRED');
  }
}
