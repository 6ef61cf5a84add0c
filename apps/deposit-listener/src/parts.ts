/** The listener's dependencies, wired once by `app.module.ts`. Workers take the parts they need. */
import type { EngineClient } from '@bellwether/bus';
import type { Address, LocalFaucet, Signer, SwapService } from '@bellwether/chain';
import type { Network } from '@bellwether/exchange';
import type { FundingChain, GasTariff } from '@bellwether/funding';
import type { FundingParts, OfBoth } from '@bellwether/funding-runtime';
import type {
  AccountRentStore,
  BackingStore,
  ChainCreditStore,
  ChainTransactionStore,
  DailyCap,
  Database,
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
import type { Secret } from '@bellwether/runtime';
import type { OwnAlarmKind } from './alarms';
import type { FaucetDay } from './service/faucet-day';
import type { UserAddresses } from './watch/user-addresses';
import type { ScanPlace } from './scan/scan-place';
import type { TierReader } from './watch/tier-reader';
import type { WatchedSet } from './watch/watched-set';

export type ChainName = FundingChain;
export type { OfBoth } from '@bellwether/funding-runtime';

export interface ListenerStores {
  readonly watched: WatchedAddressStore;
  readonly keys: ExchangeKeyStore;
  readonly cursors: ScanCursors;
  readonly deposits: DepositStore;
  readonly arrivals: MainArrivalStore;
  readonly credits: ChainCreditStore;
  readonly charges: GasChargeStore;
  readonly reserve: GasReserveStore;
  readonly dailyCap: DailyCap;
  readonly settings: FundingSettings;
  readonly transactions: ChainTransactionStore;
  readonly rents: AccountRentStore;
  readonly unpaidGas: UnpaidGas;
  readonly recoveries: RecoveryStore;
  readonly backings: BackingStore;
  readonly events: ListenerEvents;
  readonly solvency: SolvencyStore;
  readonly payouts: PayoutStore;
  /** The relayer's and the withdrawal worker's rows, for reading. */
  readonly transfers: TransferStore;
  readonly withdrawals: WithdrawalStore;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
}

export interface ListenerParts extends FundingParts<OwnAlarmKind> {
  readonly network: Network;
  readonly shard: number;
  readonly engine: EngineClient;
  readonly database: Database;
  readonly stores: ListenerStores;
  /** Pays for and signs the listener's transactions on both chains; the vault's registrar. */
  readonly listener: Signer;
  /** The key from which `depositSigner` and `bridgeMessageSigner` derive theirs. */
  readonly depositMaster: Secret<Uint8Array>;
  /** Pays 150:1 for lamports on main: on the test network, if one is configured. */
  readonly treasury: Signer | undefined;
  readonly swap: SwapService;
  readonly tariff: GasTariff;
  /** How long a deposit waits at most for others to cross the bridge with; 0: all go alone. */
  readonly shareWaitMs: number;
  /** The share of a day's cap that one user may take, and the mints whose quotes count in it. */
  readonly dailyCap: {
    readonly userShareBps: number;
    readonly listedTokens: ReadonlySet<Address>;
  };
  /** The most that users who never paid may owe together. */
  readonly unpaidGasCapMicroUsdc: number;
  /** Of a local network. */
  readonly faucets: OfBoth<LocalFaucet> | undefined;
  readonly faucetDay: FaucetDay;
  readonly addresses: UserAddresses;
  readonly watched: WatchedSet;
  readonly tiers: TierReader;
  /** How far this process has scanned each chain. */
  readonly scanPlaces: OfBoth<ScanPlace>;
}
