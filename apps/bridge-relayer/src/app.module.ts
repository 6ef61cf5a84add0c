/** The one place where the relayer's parts meet: which database, which chains, which key, which clock. */
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { publishOutbox } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { connectPlace, sideAt, signerFromSeed, vaultAt } from '@bellwether/chain';
import type { ChainAlarm, ChainsFile } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import {
  ChainTransactionStore,
  Outbox,
  TransferStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { Alarms, DutyCounters, DutyRunner } from '@bellwether/runtime';
import type { Duty, Logger, Metrics, Reader } from '@bellwether/runtime';
import type { RelayerConfig } from './config';
import { Figures } from './figures';
import { ALARM_KINDS } from './parts';
import type { RelayerParts } from './parts';
import { TransferDuty } from './transfers/transfer-duty';
import { transferReader } from './transfers/transfer-reader';

const APP = 'bridge-relayer';

export interface RelayerWorld {
  readonly bus: Bus;
  readonly database: Database;
  readonly chainsFile: ChainsFile;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Opens no connection: chains are met when they are asked first. */
export async function assembleRelayer(
  { network, key }: Pick<RelayerConfig, 'network' | 'key'>,
  { bus, database, chainsFile, log, metrics, now }: RelayerWorld,
): Promise<RelayerParts> {
  if (chainsFile.network !== network) {
    const value = chainsFile.network;
    throw new CodedError('VALIDATION_FAILED', { field: 'CHAINS_FILE', value, expected: network });
  }
  const alarms = new Alarms(ALARM_KINDS, log, metrics);
  const onAlarm = (alarm: ChainAlarm): void => alarms.raise('chain_contradiction', { ...alarm });
  const { ext, main, guardiansUrl, vaultProgram } = chainsFile;
  return {
    log,
    metrics,
    alarms,
    now,
    bus,
    guardiansUrl,
    stores: {
      transfers: new TransferStore(database),
      transactions: new ChainTransactionStore(database, APP),
      withdrawals: new WithdrawalStore(database),
      outbox: new Outbox(database, APP),
    },
    chains: {
      ext: connectPlace('ext', ext, { log, onAlarm }),
      main: connectPlace('main', main, { log, onAlarm }),
    },
    sides: { ext: sideAt(ext), main: sideAt(main) },
    usdc: { ext: ext.usdc, main: main.usdc },
    vault: await vaultAt(vaultProgram, main.usdc),
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
  {
    name: 'outbox',
    run: (signal) => publishOutbox(parts.stores.outbox, { signal }, parts),
  },
];

@Module({})
export class RelayerModule {
  static with(parts: RelayerParts): DynamicModule {
    const { alarms, log, metrics } = parts;
    return {
      module: RelayerModule,
      providers: [
        {
          provide: DutyRunner,
          useFactory: () =>
            new DutyRunner(
              { duties: dutiesOf(parts), readers: readersOf(parts) },
              {
                log,
                counters: new DutyCounters(metrics),
                alarm: (details) => alarms.raise('work_failed', details),
              },
            ),
        },
      ],
    };
  }
}
