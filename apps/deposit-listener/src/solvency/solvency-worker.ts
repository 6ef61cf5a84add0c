import { AdvisoryLock } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../parts';
import { SolvencyMetrics } from './solvency-metrics';
import { SolvencyRounds } from './solvency-rounds';
import { takeRound } from './take-round';

export const solvencyWorker = (parts: ListenerParts): Worker =>
  new SolvencyRounds({
    ...parts,
    solvency: parts.stores.solvency,
    take: () => takeRound(parts),
    lock: new AdvisoryLock(parts.database, `bellwether/${parts.network}/solvency`),
    metrics: new SolvencyMetrics(parts.metrics),
  });
