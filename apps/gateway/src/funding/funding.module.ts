import { Module } from '@nestjs/common';
import { FollowedClock, FundingClient } from '@bellwether/bus';
import {
  DailyCap,
  Database,
  DepositStore,
  FundingSettings,
  GasChargeStore,
  ScanCursors,
  SolvencyStore,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { EngineModule } from '../live/engine.module';
import { SharedQueries } from '../live/shared-queries';
import { ExchangeController } from '../exchange/exchange.controller';
import { AccountSessionsModule } from '../account-sessions/account-sessions.module';
import { HistoryModule } from '../history/history.module';
import { GATEWAY_CONFIG } from '../tokens';
import { ChainController } from './chain.controller';
import { DepositQueues } from './deposit-queues';
import { DepositController } from './deposit.controller';
import { FundingRecords } from './funding-records';
import { FundingRequests } from './funding-requests';
import { WithdrawalController } from './withdrawal.controller';

/** Deposits and withdrawals, and the exchange's solvency. */
@Module({
  imports: [EngineModule, HistoryModule, AccountSessionsModule],
  controllers: [ExchangeController, DepositController, WithdrawalController, ChainController],
  providers: [
    provide(
      FundingRequests,
      [GATEWAY_CONFIG, FundingClient],
      ({ hasFunding }, apps) => new FundingRequests(hasFunding ? apps : null),
    ),
    provide(
      FundingRecords,
      [SharedQueries, Database],
      (engine, database) =>
        new FundingRecords({
          engine,
          deposits: new DepositStore(database),
          charges: new GasChargeStore(database),
          withdrawals: new WithdrawalStore(database),
          watches: new WatchedAddressStore(database),
          scans: new ScanCursors(database),
          solvency: new SolvencyStore(database),
        }),
    ),
    provide(
      DepositQueues,
      [Database, FollowedClock],
      (database, { nowMs }) =>
        new DepositQueues({
          deposits: new DepositStore(database),
          dailyCap: new DailyCap(database),
          settings: new FundingSettings(database),
          nowMs,
        }),
    ),
  ],
  exports: [DepositQueues, FundingRecords, FundingRequests],
})
export class FundingModule {}
