import { Module } from '@nestjs/common';
import { OrderHistory } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { Catalogue } from '../catalogue/catalogue';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { EngineModule } from '../live/engine.module';
import { SharedQueries } from '../live/shared-queries';
import { AccountSessionsModule } from '../account-sessions/account-sessions.module';
import { HistoryModule } from '../history/history.module';
import { LiveModule } from '../live/live.module';
import { AccountController } from './account.controller';
import { LedgerController } from './ledger.controller';
import { LimitsController } from './limits.controller';
import { OrdersController } from './orders.controller';
import { UserOrders } from './user-orders';

/** Accounts: what users hold, and their history. */
@Module({
  imports: [CatalogueModule, EngineModule, HistoryModule, LiveModule, AccountSessionsModule],
  controllers: [AccountController, OrdersController, LedgerController, LimitsController],
  providers: [
    provide(
      UserOrders,
      [SharedQueries, OrderHistory, Catalogue],
      (engine, history, catalogue) => new UserOrders({ engine, history, catalogue }),
    ),
  ],
})
export class AccountModule {}
