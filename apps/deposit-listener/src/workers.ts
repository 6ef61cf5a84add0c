/** The listener's own workers and message readers, in one list. */
import { forgetMessages, noteKeys } from '@bellwether/funding-runtime';
import type { Worker, Reader } from '@bellwether/runtime';
import { engineEventsReader } from './engine-events/engine-events';
import { CONSUMER } from './ext/bridge/transfer-updates.controller';
import { extWorkers } from './ext/ext-work';
import { Figures } from './figures';
import { mainChainWorkers } from './main-chain/main-chain-workers';
import type { ListenerParts } from './parts';
import { scanWorkers } from './scan/scan-workers';
import { solvencyWorker } from './solvency/solvency-worker';
import { Broadcast } from './transactions/broadcast';

export const workersOf = (parts: ListenerParts): readonly Worker[] => [
  ...scanWorkers(parts),
  ...extWorkers(parts),
  ...mainChainWorkers(parts),
  solvencyWorker(parts),
  new Figures(parts),
  forgetMessages({ ...parts, consumer: CONSUMER }),
  noteKeys(parts.stores, [parts.listener, parts.treasury]),
  new Broadcast({ ...parts, transactions: parts.stores.transactions }),
];

export const readersOf = (parts: ListenerParts): readonly Reader[] => [engineEventsReader(parts)];
