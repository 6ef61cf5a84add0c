/** Wires the listener: database, chains, keys, clock. */
import { connectLocalFaucet, signerFromSeed } from '@bellwether/chain';
import type { Signer } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { assembleFundingApp, madeOfParts } from '@bellwether/funding-runtime';
import type { FundingApp, FundingDependencies } from '@bellwether/funding-runtime';
import {
  AccountRentStore,
  BackingStore,
  ChainCreditStore,
  ChainTransactionStore,
  DailyCap,
  DepositStore,
  ExchangeKeyStore,
  FundingSettings,
  GasChargeStore,
  GasReserveStore,
  Inbox,
  ListenerEvents,
  MainArrivalStore,
  Outbox,
  PayoutStore,
  RecoveryStore,
  ScanCursors,
  SolvencyStore,
  TransferStore,
  UnpaidGas,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import type { Secret } from '@bellwether/runtime';
import { OWN_ALARM_KINDS } from './alarms';
import type { ListenerConfig } from './config';
import { workersOf, readersOf } from './workers';
import { TransferUpdatesController } from './ext/bridge/transfer-updates.controller';
import { RecoverService } from './ext/recovery/recover-service';
import { RecoveryController } from './ext/recovery/recovery.controller';
import { MAX_READY_LAG_SECONDS, POOL_MAX, STATEMENT_TIMEOUT_MS } from './limits';
import type { ListenerParts, ListenerStores } from './parts';
import { AddressController } from './service/address.controller';
import { AddressService } from './service/address-service';
import { FaucetController } from './service/faucet.controller';
import { FaucetDay } from './service/faucet-day';
import { FaucetService } from './service/faucet-service';
import { OperatorController } from './service/operator.controller';
import { OperatorService } from './service/operator-service';
import { TierController } from './service/tier.controller';
import { TierService } from './service/tier-service';
import { ScanPlace } from './scan/scan-place';
import { TierReader } from './watch/tier-reader';
import { UserAddresses } from './watch/user-addresses';
import { WatchedSet } from './watch/watched-set';

const APP = 'deposit-listener';

/** The listener's workers, message readers, and request handlers. */
export const listenerApp = (config: ListenerConfig): FundingApp<ListenerParts> => ({
  name: APP,
  shard: config.shard,
  poolMax: POOL_MAX,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  assemble: (world) => assembleListener(config, world),
  controllers: [
    AddressController,
    TierController,
    FaucetController,
    OperatorController,
    RecoveryController,
    TransferUpdatesController,
  ],
  providers: [AddressService, TierService, FaucetService, OperatorService, RecoverService].map(
    madeOfParts<ListenerParts>,
  ),
  workOf: (parts) => ({ workers: workersOf(parts), readers: readersOf(parts) }),
  check: { name: 'scans', of: requireScans },
});

/** A process that only stands by for the scans is healthy: another one runs them. */
function requireScans(
  { scanPlaces, now }: ListenerParts,
  failing: ReadonlyMap<string, unknown>,
): void {
  for (const [chain, place] of Object.entries(scanPlaces)) {
    const lagSeconds = place.lagSeconds(now());
    const isBehind = lagSeconds !== null && lagSeconds > MAX_READY_LAG_SECONDS;
    if (!isBehind && !failing.has(`scan-${chain}`)) continue;
    throw new CodedError('FUNDING_UNAVAILABLE', { chain, lag_seconds: lagSeconds });
  }
}

/** Opens no connection: chains are contacted at their first request. */
export async function assembleListener(
  config: Pick<
    ListenerConfig,
    | 'network'
    | 'shard'
    | 'keys'
    | 'swapApiKey'
    | 'tariff'
    | 'shareWaitMs'
    | 'dailyCap'
    | 'faucetDay'
    | 'unpaidGasCapMicroUsdc'
  >,
  world: FundingDependencies,
): Promise<ListenerParts> {
  const { network, shard, keys, swapApiKey, tariff, shareWaitMs, dailyCap } = config;
  const { chainsFile, database, engine, now } = world;
  const parts = await assembleFundingApp({ app: APP, network }, world, OWN_ALARM_KINDS);
  const { chains, vault } = parts;
  const stores = storesOf(database);
  const { depositMaster } = keys;
  const [extRpc, mainRpc] = [chainsFile.ext.rpcUrls[0], chainsFile.main.rpcUrls[0]];
  const isGivenAway = network === 'test' && chainsFile.faucet;
  return {
    ...parts,
    network,
    shard,
    database,
    stores,
    tariff,
    shareWaitMs,
    dailyCap,
    unpaidGasCapMicroUsdc: config.unpaidGasCapMicroUsdc,
    engine,
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
    faucetDay: new FaucetDay(config.faucetDay),
    addresses: new UserAddresses({ depositMaster, usdcExt: parts.usdc.ext, vault }),
    watched: new WatchedSet(stores.watched),
    tiers: new TierReader({ main: chains.main, vault, now }),
    scanPlaces: { ext: new ScanPlace(), main: new ScanPlace() },
  };
}

const signerOf = (seed: Secret<Uint8Array>): Promise<Signer> => signerFromSeed(seed.reveal());

const storesOf = (database: Database): ListenerStores => ({
  watched: new WatchedAddressStore(database),
  keys: new ExchangeKeyStore(database, APP),
  cursors: new ScanCursors(database),
  deposits: new DepositStore(database),
  arrivals: new MainArrivalStore(database),
  credits: new ChainCreditStore(database),
  charges: new GasChargeStore(database),
  reserve: new GasReserveStore(database),
  dailyCap: new DailyCap(database),
  settings: new FundingSettings(database),
  transactions: new ChainTransactionStore(database, APP),
  rents: new AccountRentStore(database),
  unpaidGas: new UnpaidGas(database),
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
