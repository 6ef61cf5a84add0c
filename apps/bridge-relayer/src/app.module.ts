/** The one place where the relayer's parts meet: which database, which chains, which key, which clock. */
import { signerFromSeed } from '@bellwether/chain';
import { assembleFundingApp, outboxReader } from '@bellwether/funding-app';
import type { FundingWorld } from '@bellwether/funding-app';
import {
  ChainTransactionStore,
  Outbox,
  TransferStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Duty, Reader } from '@bellwether/runtime';
import type { RelayerConfig } from './config';
import { Figures } from './figures';
import { OWN_ALARM_KINDS } from './parts';
import type { RelayerParts } from './parts';
import { TransferDuty } from './transfers/transfer-duty';
import { transferReader } from './transfers/transfer-reader';

const APP = 'bridge-relayer';

/** Opens no connection: chains are met when they are asked first. */
export async function assembleRelayer(
  { network, key }: Pick<RelayerConfig, 'network' | 'key'>,
  { database, ...world }: FundingWorld,
): Promise<RelayerParts> {
  return {
    ...(await assembleFundingApp(network, world, OWN_ALARM_KINDS)),
    guardiansUrl: world.chainsFile.guardiansUrl,
    stores: {
      transfers: new TransferStore(database),
      transactions: new ChainTransactionStore(database, APP),
      withdrawals: new WithdrawalStore(database),
      outbox: new Outbox(database, APP),
    },
    relayer: await signerFromSeed(key.reveal()),
    signatureSetMaster: key,
  };
}

/** All that the relayer does: work that looks, work that hears. */
export const dutiesOf = (parts: RelayerParts): readonly Duty[] => [
  new TransferDuty(parts),
  new Figures(parts),
];

export const readersOf = (parts: RelayerParts): readonly Reader[] => [
  transferReader(parts),
  outboxReader(parts),
];
