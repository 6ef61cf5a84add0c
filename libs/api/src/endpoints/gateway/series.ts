import { seriesAnswer } from '../../answer/series';
import { seriesIdParameter, seriesRequest } from '../../request/series';
import { ENGINE_READ } from '../../endpoint-codes';
import { endpoints, operators } from '../endpoint';

export const series = endpoints(
  { tag: 'Market data', caller: null },
  {
    getSeries: {
      route: 'GET /v1/series/:series_id',
      parameters: { series_id: seriesIdParameter },
      summary: 'Read a series of events',
      description: 'Its events have the id `<series_id>-<start>`, with the start in Unix seconds.',
      answer: seriesAnswer,
      codes: ['SERIES_NOT_FOUND', 'HISTORY_UNAVAILABLE'],
      weight: 2,
    },
  },
);

export const seriesAdmin = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('markets') },
  {
    setSeries: {
      route: 'PUT /admin/series',
      body: seriesRequest,
      summary: 'Have events made, one each period',
      description:
        'Another one of the same id takes its place: events that are made stay. With `ends_at` in the past no more are made.',
      answer: seriesAnswer,
      codes: [
        ...ENGINE_READ,
        'CAPACITY_REACHED',
        'HISTORY_UNAVAILABLE',
        'SOURCE_NOT_FOUND',
        'SOURCE_RETIRED',
      ],
    },
  },
);
