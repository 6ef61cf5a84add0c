/** All that the listener does, in one list: work that looks, work that hears, requests that it answers. */
import type { FundingHandlers } from '@bellwether/bus';
import { forgetMessages, outboxReader } from '@bellwether/funding-app';
import type { Duty, Reader } from '@bellwether/runtime';
import { engineEventsReader } from './engine-events/engine-events';
import { CONSUMER } from './ext/bridge/transfer-news';
import { extDuties, extHandlers, extReaders } from './ext/ext-work';
import { Figures } from './figures';
import { mainChainDuties } from './main-chain/main-chain-duties';
import type { ListenerParts } from './parts';
import { scanDuties } from './scan/scan-duties';
import { serviceHandlers } from './service/service-handlers';
import { solvencyDuty } from './solvency/solvency-duty';
import { Broadcast } from './transactions/broadcast';

export const dutiesOf = (parts: ListenerParts): readonly Duty[] => [
  ...scanDuties(parts),
  ...extDuties(parts),
  ...mainChainDuties(parts),
  solvencyDuty(parts),
  new Figures(parts),
  forgetMessages({ ...parts, consumer: CONSUMER }),
  new Broadcast({ ...parts, transactions: parts.stores.transactions }),
];

export const readersOf = (parts: ListenerParts): readonly Reader[] => [
  outboxReader(parts),
  ...extReaders(parts),
  engineEventsReader(parts),
];

export const handlersOf = (parts: ListenerParts): FundingHandlers => ({
  ...serviceHandlers(parts),
  ...extHandlers(parts),
});
