import { expect, it } from 'vitest';
import type { BatchOperation } from '../requests';
import { batchesOf } from './batches-of';

const operations = (market_id: string, count: number): BatchOperation[] =>
  Array.from({ length: count }, (_, order_id) => ({ cancel: { market_id, order_id } }));
const shape = (...counts: readonly number[]) =>
  batchesOf(counts.map((count, index) => operations(`m${index}`, count))).map((batch) => {
    const markets = batch.map((one) => ('cancel' in one ? one.cancel.market_id : ''));
    return [...new Set(markets)].map(
      (market) => `${market}:${markets.filter((one) => one === market).length}`,
    );
  });

it.each([
  [[], []],
  [[0, 0], []],
  [[2, 2, 2], [['m0:2', 'm1:2', 'm2:2']]],
  // A market stays whole where a batch can hold it.
  [
    [18, 4, 16, 1],
    [['m0:18'], ['m1:4', 'm2:16'], ['m3:1']],
  ],
  [
    [20, 20],
    [['m0:20'], ['m1:20']],
  ],
  [
    [3, 45, 2],
    [['m0:3'], ['m1:20'], ['m1:20'], ['m1:5', 'm2:2']],
  ],
])('operations %j of markets become batches of at most 20: %j', (counts, batches) => {
  expect(shape(...counts)).toEqual(batches);
});
