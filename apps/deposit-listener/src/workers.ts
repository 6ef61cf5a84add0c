/** The listener's own workers and message readers, in one list. */
import { FUNDING_CHAINS } from '@bellwether/funding';
import { forgetMessages, noteKeys, watchKeyLamports } from '@bellwether/funding-runtime';
import type { Worker, Reader } from '@bellwether/runtime';
import { engineEventsReader } from './engine-events/engine-events';
import { CONSUMER } from './ext/bridge/transfer-updates.controller';
import { extWorkers } from './ext/ext-work';
import { Figures } from './figures';
import { CapitalFigures } from './rent/capital-figures';
import { ReclaimRent } from './rent/reclaim-rent';
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
  new ReclaimRent(parts),
  new Figures(parts),
  new CapitalFigures(parts),
  forgetMessages({ ...parts, consumer: CONSUMER }),
  noteKeys(parts.stores, [parts.listener, parts.treasury]),
  watchKeyLamports(parts, [
    ...FUNDING_CHAINS.map((chain) => ({ chain, signer: parts.listener })),
    ...(parts.treasury ? [{ chain: 'main', signer: parts.treasury } as const] : []),
  ]),
  new Broadcast({ ...parts, transactions: parts.stores.transactions }),
];

export const readersOf = (parts: ListenerParts): readonly Reader[] => [engineEventsReader(parts)];
