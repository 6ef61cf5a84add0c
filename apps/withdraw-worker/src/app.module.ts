/** The one place where the worker's parts meet: which database, which chains, which key, which clock. */
import { EngineClient, FundingClient } from '@bellwether/bus';
import type { FundingHandlers } from '@bellwether/bus';
import { TransactionSearch, signerFromSeed } from '@bellwether/chain';
import { assembleFundingApp, forgetMessages, outboxReader } from '@bellwether/funding-runtime';
import type { FundingWorld } from '@bellwether/funding-runtime';
import {
  ChainTransactionStore,
  GasReserveStore,
  Inbox,
  Outbox,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Worker, Reader } from '@bellwether/runtime';
import { acceptanceReader } from './accepted/acceptance-reader';
import type { WorkerConfig } from './config';
import { Figures } from './figures';
import { CONSUMER, transferUpdatesReader } from './payout/transfer-updates-reader';
import { OWN_ALARM_KINDS } from './parts';
import type { WorkerParts } from './parts';
import { PayoutWorker } from './payout/payout-worker';
import { withdrawHandlers } from './requests/withdraw-handlers';

const APP = 'withdraw-worker';

/** Opens no connection: chains are met when they are asked first. */
export async function assembleWorker(
  { network, shard, key, tariff }: Pick<WorkerConfig, 'network' | 'shard' | 'key' | 'tariff'>,
  { database, ...world }: FundingWorld,
): Promise<WorkerParts> {
  const { bus } = world;
  const parts = await assembleFundingApp(network, world, OWN_ALARM_KINDS);
  return {
    ...parts,
    network,
    search: new TransactionSearch(parts.chains.main),
    shard,
    tariff,
    engine: new EngineClient({ shard, bus }),
    funding: new FundingClient(bus),
    stores: {
      withdrawals: new WithdrawalStore(database),
      transactions: new ChainTransactionStore(database, APP),
      watched: new WatchedAddressStore(database),
      reserve: new GasReserveStore(database),
      inbox: new Inbox(database),
      outbox: new Outbox(database, APP),
    },
    operator: await signerFromSeed(key.reveal()),
    messageMaster: key,
  };
}

/** All that the worker does: work that looks, work that hears, requests that it answers. */
export const workersOf = (parts: WorkerParts): readonly Worker[] => [
  new PayoutWorker(parts),
  new Figures(parts),
  forgetMessages({ ...parts, consumer: CONSUMER }),
];

export const readersOf = (parts: WorkerParts): readonly Reader[] => [
  acceptanceReader(parts),
  transferUpdatesReader(parts),
  outboxReader(parts),
];

export const handlersOf = (parts: WorkerParts): FundingHandlers => withdrawHandlers(parts);
