/** Who takes part, in the order of the table. The last one is what the ratios are against. */
import type { ContenderKind } from './contender';
import { NodejsOrderBook } from './contenders/nodejs-order-book';
import { NumericCoreContender } from './contenders/numeric-core';
import { ObjectApi } from './contenders/object-api';

export const PEER = 'nodejs-order-book';

export const CONTENDERS: readonly ContenderKind[] = [
  {
    name: 'core',
    what: 'matching, balances, locks, fees, audit; numbers in and out',
    isPartial: false,
    create: (workload) => new NumericCoreContender(workload),
  },
  {
    name: 'object API',
    what: 'Exchange.apply: the core, nonces, answers, events',
    isPartial: false,
    create: (workload) => new ObjectApi(workload),
  },
  {
    name: PEER,
    what: 'the npm package, version 10.1.1: matching alone',
    isPartial: true,
    create: (workload) => new NodejsOrderBook(workload),
  },
];
