import { Inject, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { EngineClient, FollowedClock } from '@bellwether/bus';
import {
  AlarmStore,
  AuditLog,
  Database,
  Projection,
  RevenuePayoutStore,
  SeriesStore,
  TradeHistory,
  UserHistory,
} from '@bellwether/persistence';
import { Metrics, provide } from '@bellwether/runtime';
import { CasesModule } from '../cases/cases.module';
import { FundingModule } from '../funding/funding.module';
import { HistoryModule } from '../history/history.module';
import { ConfirmationsController } from '../operators/confirmations.controller';
import { OperatorsController } from '../operators/operators.controller';
import { SessionController } from '../operators/session.controller';
import { OPERATOR_PROVIDERS } from '../operators/providers';
import { SeriesMaker } from '../series/series-maker';
import { SeriesModule } from '../series/series.module';
import { LOGGER } from '../tokens';
import { AdminCommands } from './admin-commands';
import { AdminGuard } from './admin.guard';
import { AuditController } from './audit.controller';
import { AuditTrail } from './audit-trail';
import { CaseAdminController } from './case-admin.controller';
import { BuilderAdminController } from './builder-admin.controller';
import { ExchangeAdminController } from './exchange-admin.controller';
import { FundingAdminController } from './funding-admin.controller';
import { ListsController } from './lists.controller';
import { MarketAdminController } from './market-admin.controller';
import { SeriesAdminController } from './series-admin.controller';
import { TreasuryController } from './treasury.controller';
import { VoidPrices } from './void-prices';
import { WithdrawalAdminController } from './withdrawal-admin.controller';

/** The admin API, on gateways that have the hash of the admin key. */
@Module({
  imports: [CasesModule, FundingModule, HistoryModule, SeriesModule],
  controllers: [
    MarketAdminController,
    CaseAdminController,
    SeriesAdminController,
    ExchangeAdminController,
    BuilderAdminController,
    FundingAdminController,
    WithdrawalAdminController,
    TreasuryController,
    AuditController,
    ListsController,
    SessionController,
    OperatorsController,
    ConfirmationsController,
  ],
  providers: [
    ...OPERATOR_PROVIDERS,
    AdminGuard,
    provide(AuditLog, [Database], (database) => new AuditLog(database)),
    provide(UserHistory, [Database], (database) => new UserHistory(database)),
    provide(AlarmStore, [Database], (database) => new AlarmStore(database)),
    provide(RevenuePayoutStore, [Database], (database) => new RevenuePayoutStore(database)),
    provide(
      AuditTrail,
      [AuditLog, LOGGER, FollowedClock],
      (rows, log, { nowMs }) => new AuditTrail(rows, log, nowMs),
    ),
    provide(
      VoidPrices,
      [EngineClient, TradeHistory, Projection, FollowedClock],
      (engine, trades, projection, { nowMs }) => new VoidPrices(engine, trades, projection, nowMs),
    ),
    provide(
      SeriesMaker,
      [SeriesStore, EngineClient, Metrics, LOGGER, FollowedClock],
      (rows, engine, metrics, log, { nowMs }) =>
        new SeriesMaker({ rows, engine, metrics, log, nowMs }),
    ),
    provide(AdminCommands, [EngineClient], (engine) => new AdminCommands(engine)),
  ],
})
export class AdminModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(AuditTrail) private readonly audit: AuditTrail,
    @Inject(SeriesMaker) private readonly series: SeriesMaker,
  ) {}

  onApplicationBootstrap(): void {
    this.series.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.series.stop();
    await this.audit.close();
  }
}
