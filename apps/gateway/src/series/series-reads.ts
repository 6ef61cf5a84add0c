import { seriesOf } from '@bellwether/api';
import type { Series } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { SeriesStore } from '@bellwether/persistence';

export class SeriesReads {
  constructor(
    private readonly rows: Pick<SeriesStore, 'series'>,
    /** Unix time in milliseconds. */
    private readonly nowMs: () => number,
  ) {}

  get nowSeconds(): number {
    return Math.floor(this.nowMs() / 1_000);
  }

  /** @throws CodedError SERIES_NOT_FOUND, HISTORY_UNAVAILABLE */
  async shown(seriesId: string): Promise<Series & { readonly nowSeconds: number }> {
    const row = await this.rows.series(seriesId);
    if (row === null) throw new CodedError('SERIES_NOT_FOUND', { series_id: seriesId });
    return { ...seriesOf(row), nowSeconds: this.nowSeconds };
  }
}
