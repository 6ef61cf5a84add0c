import { describe, expect, it } from 'vitest';
import type { WayFigures } from './measure-ways';
import { rowsOf } from './rows';
import type { WayName } from './way';

const run = (round: number, way: WayName, lanes: number, perSecond: number): WayFigures => ({
  round,
  way,
  lanes,
  requests: 1,
  perSecond,
  p50Ms: 1,
  p99Ms: round,
  p999Ms: round,
  worstMs: round,
  seconds: 1,
  cpuUsPerRequest: way === 'bare route' ? {} : { gateway: 100 * round },
  engineThreadUs: 10 * round,
  historySeconds: 0,
});

const runs = [
  run(1, 'POST /v1/orders', 64, 600),
  run(1, 'bare route', 64, 1_000),
  run(1, 'engine over NATS', 256, 15_000),
  run(2, 'POST /v1/orders', 64, 50),
  run(2, 'bare route', 64, 100),
  run(2, 'engine over NATS', 256, 14_000),
  run(3, 'POST /v1/orders', 64, 800),
  run(3, 'bare route', 64, 2_000),
  run(3, 'engine over NATS', 256, 16_000),
];

describe('rows', () => {
  const [bare, orders, engine] = rowsOf(runs);

  it('are medians of the rounds, the bare route first', () => {
    expect(bare).toMatchObject({ way: 'bare route', perSecond: 1_000, timesBare: 1, p99Ms: 2 });
    expect(orders).toMatchObject({ perSecond: 600, perSecondRange: [50, 800] });
    expect(orders).toMatchObject({ cpuUsPerRequest: { gateway: 200 }, engineThreadUs: 20 });
  });

  it('have ratios within a round, so that a slow minute is everybody’s', () => {
    expect(orders).toMatchObject({ timesBare: 0.5, timesBareRange: [0.4, 0.6] });
  });

  it('say whether the target is met', () => {
    expect(orders?.verdict).toMatchObject({ target: '≥ 0.80 × bare', isMet: false });
    expect(engine?.verdict).toMatchObject({ target: '≥ 12,000/s', isMet: true });
    expect(bare?.verdict).toBeNull();
  });

  it('compare the socket with HTTP, and a batch with its operations alone', () => {
    const of = (way: WayName, p50Ms: number, us: number, lanes = 64): WayFigures => ({
      ...run(1, way, lanes, 100),
      p50Ms,
      cpuUsPerRequest: { gateway: us, 'matching-engine': us, 'load generator': 1_000 },
    });
    const judged = rowsOf([
      of('bare route', 1, 0),
      of('POST /v1/orders', 2, 100),
      of('order over the socket', 1.5, 50),
      of('places and cancels, alone', 2, 100, 16),
      of('places and cancels, 20 a batch', 9, 60, 16),
    ]);
    expect(judged.map(({ verdict }) => verdict)).toMatchObject([
      null,
      { isMet: true },
      { isMet: true, figure: 'p50 1.50 ms, HTTP 2.00 ms' },
      null,
      { isMet: false, figure: '120 µs, alone 200 µs' },
    ]);
  });

  it('compare a read with the bare route that answers as much, in the same company', () => {
    const reads = rowsOf([
      run(1, 'bare book', 64, 1_000),
      run(1, 'GET book', 64, 700),
      run(1, 'bare book, orders flowing', 64, 500),
      run(1, 'GET book, orders flowing', 64, 400),
    ]);
    expect(reads.map(({ way, timesBare }) => [way, timesBare])).toEqual([
      ['bare book', 1],
      ['GET book', 0.7],
      ['bare book, orders flowing', 1],
      ['GET book, orders flowing', 0.8],
    ]);
    expect(reads[1]?.verdict).toMatchObject({ target: '≥ 0.60 × bare', isMet: true });
  });

  it('have no ratio where the bare route was not measured alike', () => {
    expect(engine?.timesBare).toBeNull();
  });
});
