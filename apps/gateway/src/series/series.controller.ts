import { Controller, Inject } from '@nestjs/common';
import { series } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { SeriesReads } from './series-reads';

@Controller()
export class SeriesController {
  constructor(@Inject(SeriesReads) private readonly reads: SeriesReads) {}

  @Endpoint(series.getSeries)
  one({ path: { series_id: seriesId } }: In<typeof series.getSeries>) {
    return this.reads.shown(seriesId);
  }
}
