import { Module } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import {
  CandleHistory,
  CatalogueHistory,
  Database,
  LedgerHistory,
  OrderHistory,
  Projection,
  TradeHistory,
} from '@bellwether/persistence';
import { HistoryProgress } from '../account/history-progress';
import type { GatewayConfig } from '../config';
import { GATEWAY_CONFIG } from '../tokens';

const readOf = <T>(rows: new (database: Database) => T): Provider => ({
  provide: rows,
  inject: [Database],
  useFactory: (database: Database) => new rows(database),
});

const ROWS = [CandleHistory, CatalogueHistory, LedgerHistory, OrderHistory, TradeHistory];

/** What the projector wrote, moments behind. */
@Module({
  providers: [
    ...ROWS.map((rows) => readOf<unknown>(rows)),
    {
      provide: HistoryProgress,
      inject: [Database, GATEWAY_CONFIG],
      useFactory: (database: Database, { shard }: GatewayConfig) =>
        new HistoryProgress(new Projection(database, shard)),
    },
  ],
  exports: [...ROWS, HistoryProgress],
})
export class HistoryModule {}
