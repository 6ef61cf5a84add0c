/** Wires the relayer: database, chains, key, clock. */
import { TransactionSearch, signerFromSeed } from '@bellwether/chain';
import { FUNDING_CHAINS } from '@bellwether/funding';
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
  TransferStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { RelayerConfig } from './config';
import { Figures } from './figures';
import { POOL_MAX, STATEMENT_TIMEOUT_MS } from './limits';
import { OWN_ALARM_KINDS } from './parts';
import type { RelayerParts } from './parts';
import { TransferWorker } from './transfers/transfer-worker';
import { CONSUMER, TransfersController } from './transfers/transfers.controller';

const APP = 'bridge-relayer';

/** Opens no connection: chains are contacted at their first request. */
export async function assembleRelayer(
  { network, key, tariff }: Pick<RelayerConfig, 'network' | 'key' | 'tariff'>,
  world: FundingDependencies,
): Promise<RelayerParts> {
  const parts = await assembleFundingApp({ app: APP, network }, world, OWN_ALARM_KINDS);
  const { database } = world;
  const { ext, main } = parts.chains;
  return {
    ...parts,
    searches: { ext: new TransactionSearch(ext), main: new TransactionSearch(main) },
    tariff,
    guardiansUrl: world.chainsFile.guardiansUrl,
    stores: {
      transfers: new TransferStore(database),
      transactions: new ChainTransactionStore(database, APP),
      keys: new ExchangeKeyStore(database, APP),
      withdrawals: new WithdrawalStore(database),
      inbox: new Inbox(database),
      outbox: new Outbox(database, APP),
    },
    relayer: await signerFromSeed(key.reveal()),
    signatureSetMaster: key,
  };
}

/** The relayer's workers and message readers. */
export const relayerApp = (config: RelayerConfig): FundingApp<RelayerParts> => ({
  name: APP,
  poolMax: POOL_MAX,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  assemble: (world) => assembleRelayer(config, world),
  controllers: [TransfersController],
  workOf: (parts) => ({
    workers: [
      new TransferWorker(parts),
      new Figures(parts),
      forgetMessages({ ...parts, consumer: CONSUMER }),
      noteKeys(parts.stores, [parts.relayer]),
      watchKeyLamports(
        parts,
        FUNDING_CHAINS.map((chain) => ({ chain, signer: parts.relayer })),
      ),
    ],
    readers: [],
  }),
});
