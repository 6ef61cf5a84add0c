import { Module } from '@nestjs/common';
import { EngineClient } from '@bellwether/bus';
import { Database, OrderHistory, TradeHistory } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { EnvelopeModule } from '../envelope/envelope.module';
import { DelegatedKeys } from '../keys/delegated-keys';
import { KeysModule } from '../keys/keys.module';
import { UserLinks } from '../keys/user-links';
import { SIGNER_CONFIG } from '../tokens';
import { BatchController } from './batch.controller';
import { TradesController } from './trades.controller';
import { Trading } from './trading';
import { TradingController } from './trading.controller';

/** Orders in users' names, and their results. */
@Module({
  imports: [EnvelopeModule, KeysModule],
  controllers: [TradingController, BatchController, TradesController],
  providers: [
    provide(
      Trading,
      [DelegatedKeys, UserLinks, EngineClient, OrderHistory, SIGNER_CONFIG],
      (keys, links, engine, history, { network }) =>
        new Trading({ keys, links, engine, history, network }),
    ),
    provide(OrderHistory, [Database], (database) => new OrderHistory(database)),
    provide(TradeHistory, [Database], (database) => new TradeHistory(database)),
  ],
})
export class TradingModule {}
