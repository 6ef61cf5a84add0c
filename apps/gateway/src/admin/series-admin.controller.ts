import { Controller, Inject } from '@nestjs/common';
import { seriesAdmin } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { SeriesStore } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { MAX_SERIES } from '../limits';
import { SeriesMaker } from '../series/series-maker';
import { SeriesReads } from '../series/series-reads';

@Controller()
export class SeriesAdminController {
  constructor(
    @Inject(SeriesStore) private readonly rows: SeriesStore,
    @Inject(SeriesReads) private readonly reads: SeriesReads,
    @Inject(SeriesMaker) private readonly maker: SeriesMaker,
  ) {}

  @Endpoint(seriesAdmin.setSeries)
  async set({ body }: In<typeof seriesAdmin.setSeries>) {
    if (!(await this.rows.put(body, MAX_SERIES)))
      throw new CodedError('CAPACITY_REACHED', { limit: MAX_SERIES });
    this.maker.soon();
    return this.reads.shown(body.seriesId);
  }
}
