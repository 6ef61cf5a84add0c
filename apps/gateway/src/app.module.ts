import { Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import { ChainNames } from '@bellwether/api';
import { FollowedClock, FundingClient, SignerAdminClient } from '@bellwether/bus';
import type { Bus, EngineClient } from '@bellwether/bus';
import {
  AuditLog,
  CandleHistory,
  CatalogueHistory,
  DailyCap,
  DepositStore,
  FundingSettings,
  LedgerHistory,
  OrderHistory,
  Projection,
  ScanCursors,
  SolvencyStore,
  TradeHistory,
  WatchedAddressStore,
  GasChargeStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { AccountController } from './account/account.controller';
import { HistoryProgress } from './account/history-progress';
import { LedgerController } from './account/ledger.controller';
import { OrdersController } from './account/orders.controller';
import { UserOrders } from './account/user-orders';
import { AdminCommands } from './admin/admin-commands';
import { ADMIN_KEY_HASH } from './admin/admin.guard';
import { AuditController } from './admin/audit.controller';
import { AuditTrail } from './admin/audit-trail';
import { BuilderAdminController } from './admin/builder-admin.controller';
import { ExchangeAdminController } from './admin/exchange-admin.controller';
import { FundingAdminController } from './admin/funding-admin.controller';
import { MarketAdminController } from './admin/market-admin.controller';
import { WithdrawalAdminController } from './admin/withdrawal-admin.controller';
import { ArchivedCatalogue } from './catalogue/archived-catalogue';
import { Catalogue } from './catalogue/catalogue';
import { CatalogueTexts } from './catalogue/catalogue-texts';
import { CatalogueController } from './catalogue/catalogue.controller';
import { SignatureDebugController } from './trading/signature-debug.controller';
import { SharedQueries } from './live/shared-queries';
import { ExchangeController } from './exchange/exchange.controller';
import { NetworkOfExchange } from './exchange/network';
import { ChainController } from './funding/chain.controller';
import { DepositQueues } from './funding/deposit-queues';
import { DepositController } from './funding/deposit.controller';
import { FundingRecords } from './funding/funding-records';
import { FundingRequests } from './funding/funding-requests';
import { WithdrawalController } from './funding/withdrawal.controller';
import { AccountViews } from './live/account-views';
import type { LiveViews } from './live/live-views';
import { MarketController } from './catalogue/market.controller';
import { PreviewController } from './trading/preview.controller';
import { GatewayLimits } from './rate-limits/gateway-limits';
import { StreamController } from './stream/stream.controller';
import { Streams } from './stream/streams';
import { Trading } from './trading/trading';
import { TradingController } from './trading/trading.controller';

export interface GatewayParts {
  readonly bus: Bus;
  readonly engine: EngineClient;
  readonly live: LiveViews;
  readonly database: Database;
  readonly shard: number;
  readonly audit: AuditTrail;
  readonly hasFunding: boolean;
  readonly chainNames: ChainNames;
  readonly limits: GatewayLimits;
  readonly streams: Streams;
  /** Without it there is no /admin. */
  readonly adminKeyHash: Uint8Array | undefined;
}

const PUBLIC_CONTROLLERS = [
  CatalogueController,
  MarketController,
  AccountController,
  OrdersController,
  LedgerController,
  ExchangeController,
  TradingController,
  SignatureDebugController,
  PreviewController,
  StreamController,
  DepositController,
  WithdrawalController,
  ChainController,
];
const ADMIN_CONTROLLERS = [
  MarketAdminController,
  ExchangeAdminController,
  BuilderAdminController,
  FundingAdminController,
  WithdrawalAdminController,
  AuditController,
];

/** The one place where the gateway's parts meet. */
@Module({})
export class GatewayModule {
  static with(parts: GatewayParts): DynamicModule {
    const { adminKeyHash } = parts;
    const admin = adminKeyHash === undefined ? [] : adminProviders(parts, adminKeyHash);
    return {
      module: GatewayModule,
      controllers: [...PUBLIC_CONTROLLERS, ...(admin.length === 0 ? [] : ADMIN_CONTROLLERS)],
      providers: [...publicProviders(parts), ...fundingProviders(parts), ...admin],
    };
  }
}

function publicProviders({
  engine,
  live,
  database,
  shard,
  limits,
  streams,
}: GatewayParts): Provider[] {
  const reader = new SharedQueries(engine);
  const history = new OrderHistory(database);
  const catalogue = new Catalogue(live, new ArchivedCatalogue(new CatalogueHistory(database)));
  const progress = new HistoryProgress(new Projection(database, shard));
  return [
    { provide: GatewayLimits, useValue: limits },
    { provide: Streams, useValue: streams },
    { provide: SharedQueries, useValue: reader },
    { provide: FollowedClock, useValue: engine.time },
    { provide: Catalogue, useValue: catalogue },
    { provide: CatalogueTexts, useValue: new CatalogueTexts(catalogue) },
    { provide: AccountViews, useValue: new AccountViews(live, engine) },
    { provide: TradeHistory, useValue: new TradeHistory(database) },
    { provide: CandleHistory, useValue: new CandleHistory(database) },
    { provide: LedgerHistory, useValue: new LedgerHistory(database) },
    { provide: HistoryProgress, useValue: progress },
    { provide: UserOrders, useValue: new UserOrders({ engine: reader, history, catalogue }) },
    { provide: Trading, useValue: new Trading({ engine, history }) },
  ];
}

function fundingProviders({
  bus,
  engine: client,
  database,
  hasFunding,
  chainNames,
}: GatewayParts): Provider[] {
  const engine = new SharedQueries(client);
  const deposits = new DepositStore(database);
  const records = new FundingRecords({
    engine,
    deposits,
    charges: new GasChargeStore(database),
    withdrawals: new WithdrawalStore(database),
    watches: new WatchedAddressStore(database),
    scans: new ScanCursors(database),
    solvency: new SolvencyStore(database),
  });
  const queues = new DepositQueues({
    deposits,
    dailyCap: new DailyCap(database),
    settings: new FundingSettings(database),
    nowMs: client.time.nowMs,
  });
  const apps = hasFunding ? new FundingClient(bus) : null;
  return [
    { provide: ChainNames, useValue: chainNames },
    { provide: FundingRequests, useValue: new FundingRequests(apps) },
    { provide: FundingRecords, useValue: records },
    { provide: DepositQueues, useValue: queues },
    { provide: NetworkOfExchange, useValue: new NetworkOfExchange(engine) },
  ];
}

function adminProviders(parts: GatewayParts, keyHash: Uint8Array): Provider[] {
  const { bus, engine, database, audit } = parts;
  return [
    { provide: ADMIN_KEY_HASH, useValue: keyHash },
    { provide: AuditTrail, useValue: audit },
    { provide: AuditLog, useValue: new AuditLog(database) },
    { provide: AdminCommands, useValue: new AdminCommands(engine) },
    { provide: SignerAdminClient, useValue: new SignerAdminClient(bus) },
  ];
}
