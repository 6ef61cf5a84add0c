/** Wires the worker: database, chains, key, clock. */
import { OwnLookupTable, TransactionSearch, signerFromSeed } from '@bellwether/chain';
import {
  assembleFundingApp,
  forgetMessages,
  noteKeys,
  watchKeyLamports,
} from '@bellwether/funding-runtime';
import type { FundingApp, FundingDependencies } from '@bellwether/funding-runtime';
import {
  ChainTransactionStore,
  ExchangeKeyStore,
  Inbox,
  Outbox,
  RevenuePayoutStore,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import { acceptanceReader } from './accepted/acceptance-reader';
import type { WorkerConfig } from './config';
import { Figures } from './figures';
import { POOL_MAX, STATEMENT_TIMEOUT_MS } from './limits';
import { CONSUMER, TransferUpdatesController } from './payout/transfer-updates.controller';
import { OWN_ALARM_KINDS } from './parts';
import type { WorkerParts } from './parts';
import { PayoutWorker } from './payout/payout-worker';
import { PayoutController } from './requests/payout.controller';
import { WithdrawController } from './requests/withdraw.controller';

const APP = 'withdraw-worker';

/** Opens no connection: chains are contacted at their first request. */
export async function assembleWorker(
  {
    network,
    shard,
    key,
    tariff,
    shareWaitMs,
  }: Pick<WorkerConfig, 'network' | 'shard' | 'key' | 'tariff' | 'shareWaitMs'>,
  world: FundingDependencies,
): Promise<WorkerParts> {
  const { database, engine, funding } = world;
  const parts = await assembleFundingApp({ app: APP, network }, world, OWN_ALARM_KINDS);
  const operator = await signerFromSeed(key.reveal());
  return {
    ...parts,
    network,
    search: new TransactionSearch(parts.chains.main),
    shard,
    tariff,
    shareWaitMs,
    engine,
    funding,
    stores: {
      withdrawals: new WithdrawalStore(database),
      payouts: new RevenuePayoutStore(database),
      transactions: new ChainTransactionStore(database, APP),
      watched: new WatchedAddressStore(database),
      keys: new ExchangeKeyStore(database, APP),
      inbox: new Inbox(database),
      outbox: new Outbox(database, APP),
    },
    operator,
    table: new OwnLookupTable(parts.chains.main, operator),
    messageMaster: key,
  };
}

/** The worker's workers, message readers, and request handlers. */
export const workerApp = (config: WorkerConfig): FundingApp<WorkerParts> => ({
  name: APP,
  shard: config.shard,
  poolMax: POOL_MAX,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  assemble: (world) => assembleWorker(config, world),
  controllers: [WithdrawController, PayoutController, TransferUpdatesController],
  workOf: (parts) => ({
    workers: [
      new PayoutWorker(parts),
      new Figures(parts),
      forgetMessages({ ...parts, consumer: CONSUMER }),
      noteKeys(parts.stores, [parts.operator]),
      watchKeyLamports(parts, [{ chain: 'main', signer: parts.operator }]),
    ],
    readers: [acceptanceReader(parts)],
  }),
});
