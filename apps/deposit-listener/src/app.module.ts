/** The one place where the listener's parts meet: which database, which chains, which keys, which clock. */
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import {
  connectLocalFaucet,
  connectPlace,
  sideAt,
  signerFromSeed,
  vaultAt,
} from '@bellwether/chain';
import type { ChainAlarm, ChainsFile, Signer } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import {
  BackingStore,
  ChainCreditStore,
  ChainTransactionStore,
  DailyCap,
  DepositStore,
  FundingSettings,
  GasChargeStore,
  Inbox,
  ListenerEvents,
  MainArrivalStore,
  Outbox,
  PayoutStore,
  RecoveryStore,
  ScanCursors,
  SolvencyStore,
  TransferStore,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { Alarms, DutyCounters, DutyRunner } from '@bellwether/runtime';
import type { Logger, Metrics, Secret } from '@bellwether/runtime';
import { ALARM_KINDS } from './alarms';
import type { ListenerConfig } from './config';
import { dutiesOf, readersOf } from './duties';
import type { ListenerParts, ListenerStores } from './parts';
import { ScanPlace } from './scan/scan-place';
import { TierReader } from './watch/tier-reader';
import { UserAddresses } from './watch/user-addresses';
import { WatchedSet } from './watch/watched-set';

const APP = 'deposit-listener';

export interface ListenerWorld {
  readonly bus: Bus;
  readonly database: Database;
  readonly chainsFile: ChainsFile;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Opens no connection: chains are met when they are asked first. */
export async function assembleListener(
  config: Pick<ListenerConfig, 'network' | 'shard' | 'keys' | 'swapApiKey' | 'tariff'>,
  { bus, database, chainsFile, log, metrics, now }: ListenerWorld,
): Promise<ListenerParts> {
  const { network, shard, keys, swapApiKey, tariff } = config;
  if (chainsFile.network !== network) {
    const value = chainsFile.network;
    throw new CodedError('VALIDATION_FAILED', { field: 'CHAINS_FILE', value, expected: network });
  }
  const alarms = new Alarms(ALARM_KINDS, log, metrics);
  const onAlarm = (alarm: ChainAlarm): void => alarms.raise('chain_contradiction', { ...alarm });
  const { ext, main } = chainsFile;
  const chains = {
    ext: connectPlace('ext', ext, { log, onAlarm }),
    main: connectPlace('main', main, { log, onAlarm }),
  };
  const vault = await vaultAt(chainsFile.vaultProgram, main.usdc);
  const stores = storesOf(database);
  const { depositMaster } = keys;
  const [extRpc, mainRpc] = [ext.rpcUrls[0], main.rpcUrls[0]];
  const isGivenAway = network === 'test' && chainsFile.faucet;
  return {
    network,
    shard,
    log,
    metrics,
    alarms,
    now,
    bus,
    database,
    stores,
    chains,
    vault,
    tariff,
    engine: new EngineClient({ shard, bus }),
    sides: { ext: sideAt(ext), main: sideAt(main) },
    usdc: { ext: ext.usdc, main: main.usdc },
    listener: await signerOf(keys.listener),
    depositMaster,
    treasury: keys.treasury === undefined ? undefined : await signerOf(keys.treasury),
    swap: {
      url: chainsFile.swapUrl,
      ...(swapApiKey === undefined ? {} : { apiKey: swapApiKey.reveal() }),
    },
    faucets:
      isGivenAway && extRpc !== undefined && mainRpc !== undefined
        ? { ext: connectLocalFaucet(extRpc), main: connectLocalFaucet(mainRpc) }
        : undefined,
    addresses: new UserAddresses({ depositMaster, usdcExt: ext.usdc, vault }),
    watched: new WatchedSet(stores.watched),
    tiers: new TierReader({ main: chains.main, vault, now }),
    scanPlaces: { ext: new ScanPlace(), main: new ScanPlace() },
  };
}

const signerOf = (seed: Secret<Uint8Array>): Promise<Signer> => signerFromSeed(seed.reveal());

const storesOf = (database: Database): ListenerStores => ({
  watched: new WatchedAddressStore(database),
  cursors: new ScanCursors(database),
  deposits: new DepositStore(database),
  arrivals: new MainArrivalStore(database),
  credits: new ChainCreditStore(database),
  charges: new GasChargeStore(database),
  dailyCap: new DailyCap(database),
  settings: new FundingSettings(database),
  transactions: new ChainTransactionStore(database, APP),
  recoveries: new RecoveryStore(database),
  backings: new BackingStore(database),
  events: new ListenerEvents(database),
  solvency: new SolvencyStore(database),
  payouts: new PayoutStore(database),
  transfers: new TransferStore(database),
  withdrawals: new WithdrawalStore(database),
  inbox: new Inbox(database),
  outbox: new Outbox(database, APP),
});

@Module({})
export class ListenerModule {
  static with(parts: ListenerParts): DynamicModule {
    const { alarms, log, metrics } = parts;
    return {
      module: ListenerModule,
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
