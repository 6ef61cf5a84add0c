import { Module } from '@nestjs/common';
import {
  CandleHistory,
  CatalogueHistory,
  Database,
  LedgerHistory,
  OrderHistory,
  PositionHistory,
  Projection,
  TradeHistory,
} from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { HistoryProgress } from '../account/history-progress';
import { GATEWAY_CONFIG } from '../tokens';

const ROWS = [
  CandleHistory,
  CatalogueHistory,
  LedgerHistory,
  OrderHistory,
  PositionHistory,
  TradeHistory,
];

/** History as the projector wrote it, moments behind. */
@Module({
  providers: [
    ...ROWS.map((rows) =>
      provide<unknown, [typeof Database]>(rows, [Database], (database) => new rows(database)),
    ),
    provide(
      HistoryProgress,
      [Database, GATEWAY_CONFIG],
      (database, { shard }) => new HistoryProgress(new Projection(database, shard)),
    ),
  ],
  exports: [...ROWS, HistoryProgress],
})
export class HistoryModule {}
