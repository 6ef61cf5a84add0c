import { Module } from '@nestjs/common';
import { EngineClient } from '@bellwether/bus';
import { OrderHistory } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { SignatureDebugController } from './signature-debug.controller';
import { AccountSessionsModule } from '../account-sessions/account-sessions.module';
import { EngineModule } from '../live/engine.module';
import { NetworkOfExchange } from '../exchange/network';
import { HistoryModule } from '../history/history.module';
import { BatchController } from './batch.controller';
import { OrderOperations } from './order-operations';
import { PreviewController } from './preview.controller';
import { RedeemController } from './redeem.controller';
import { Trading } from './trading';
import { TradingKeyController } from './trading-key.controller';
import { TradingController } from './trading.controller';

/** Orders that users signed, and help with signing. */
@Module({
  imports: [AccountSessionsModule, EngineModule, HistoryModule],
  controllers: [
    TradingController,
    BatchController,
    RedeemController,
    TradingKeyController,
    SignatureDebugController,
    PreviewController,
  ],
  providers: [
    provide(
      Trading,
      [EngineClient, OrderHistory, NetworkOfExchange],
      (engine, history, exchange) => new Trading({ engine, history, exchange }),
    ),
    provide(
      OrderOperations,
      [Trading, EngineClient],
      (trading, engine) => new OrderOperations(trading, engine),
    ),
  ],
  exports: [OrderOperations],
})
export class TradingModule {}
