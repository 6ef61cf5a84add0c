/** The one place where the worker's parts meet: which database, which chains, which key, which clock. */
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { EngineClient, FundingClient, publishOutbox } from '@bellwether/bus';
import type { Bus, FundingHandlers } from '@bellwether/bus';
import { connectPlace, sideAt, signerFromSeed, vaultAt } from '@bellwether/chain';
import type { ChainAlarm, ChainsFile } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import {
  ChainTransactionStore,
  Outbox,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { Alarms, DutyCounters, DutyRunner } from '@bellwether/runtime';
import type { Duty, Logger, Metrics, Reader } from '@bellwether/runtime';
import { acceptanceReader } from './accepted/acceptance-reader';
import type { WorkerConfig } from './config';
import { Figures } from './figures';
import { transferNewsReader } from './news/transfer-news-reader';
import { ALARM_KINDS } from './parts';
import type { WorkerParts } from './parts';
import { WithdrawalDuty } from './payout/withdrawal-duty';
import { withdrawHandlers } from './requests/withdraw-handlers';

const APP = 'withdraw-worker';

export interface WorkerWorld {
  readonly bus: Bus;
  readonly database: Database;
  readonly chainsFile: ChainsFile;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Opens no connection: chains are met when they are asked first. */
export async function assembleWorker(
  { network, shard, key, tariff }: Pick<WorkerConfig, 'network' | 'shard' | 'key' | 'tariff'>,
  { bus, database, chainsFile, log, metrics, now }: WorkerWorld,
): Promise<WorkerParts> {
  if (chainsFile.network !== network) {
    const value = chainsFile.network;
    throw new CodedError('VALIDATION_FAILED', { field: 'CHAINS_FILE', value, expected: network });
  }
  const alarms = new Alarms(ALARM_KINDS, log, metrics);
  const onAlarm = (alarm: ChainAlarm): void => alarms.raise('chain_contradiction', { ...alarm });
  const { ext, main, vaultProgram } = chainsFile;
  return {
    shard,
    log,
    metrics,
    alarms,
    now,
    bus,
    tariff,
    engine: new EngineClient({ shard, bus }),
    funding: new FundingClient(bus),
    stores: {
      withdrawals: new WithdrawalStore(database),
      transactions: new ChainTransactionStore(database, APP),
      watched: new WatchedAddressStore(database),
      outbox: new Outbox(database, APP),
    },
    chains: {
      ext: connectPlace('ext', ext, { log, onAlarm }),
      main: connectPlace('main', main, { log, onAlarm }),
    },
    sides: { ext: sideAt(ext), main: sideAt(main) },
    usdc: { ext: ext.usdc, main: main.usdc },
    vault: await vaultAt(vaultProgram, main.usdc),
    operator: await signerFromSeed(key.reveal()),
    messageMaster: key,
  };
}

/** All that the worker does: work that looks, work that hears, requests that it answers. */
export const dutiesOf = (parts: WorkerParts): readonly Duty[] => [
  new WithdrawalDuty(parts),
  new Figures(parts),
];

export const readersOf = (parts: WorkerParts): readonly Reader[] => [
  acceptanceReader(parts),
  transferNewsReader(parts),
  {
    name: 'outbox',
    run: (signal) => publishOutbox(parts.stores.outbox, { signal }, parts),
  },
];

export const handlersOf = (parts: WorkerParts): FundingHandlers => withdrawHandlers(parts);

@Module({})
export class WorkerModule {
  static with(parts: WorkerParts): DynamicModule {
    const { alarms, log, metrics } = parts;
    return {
      module: WorkerModule,
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
