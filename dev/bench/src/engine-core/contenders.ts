/** The contenders, in the order of the table. */
import { NodejsOrderBook } from './contenders/nodejs-order-book';
import { NumericCoreContender } from './contenders/numeric-core';
import { ObjectApi } from './contenders/object-api';
import type { Contender, Workload } from './workload';

interface ContenderKind {
  readonly name: string;
  /** Too slow to measure the whole workload. Its row says so. */
  readonly isPartial: boolean;
  /** Resolves when it is ready for the first command. */
  readonly create: (workload: Workload) => Contender;
}

/** The base of the ratios: the npm package, which matches and does nothing else. */
export const PEER = 'nodejs-order-book';

export const CONTENDERS: readonly ContenderKind[] = [
  { name: 'core', isPartial: false, create: (workload) => new NumericCoreContender(workload) },
  { name: 'object API', isPartial: false, create: (workload) => new ObjectApi(workload) },
  { name: PEER, isPartial: true, create: (workload) => new NodejsOrderBook(workload) },
];
