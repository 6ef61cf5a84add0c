/** The work of the listener that nobody asks for, in one list: work that looks, work that hears. */
import { forgetMessages, outboxReader } from '@bellwether/funding-app';
import type { Duty, Reader } from '@bellwether/runtime';
import { engineEventsReader } from './engine-events/engine-events';
import { CONSUMER } from './ext/bridge/transfer-news.controller';
import { extDuties } from './ext/ext-work';
import { Figures } from './figures';
import { mainChainDuties } from './main-chain/main-chain-duties';
import type { ListenerParts } from './parts';
import { scanDuties } from './scan/scan-duties';
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
  engineEventsReader(parts),
];
