import { Module } from '@nestjs/common';
import {
  CandleHistory,
  CaseHistory,
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
  CaseHistory,
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
      Projection,
      [Database, GATEWAY_CONFIG],
      (database, { shard }) => new Projection(database, shard),
    ),
    provide(HistoryProgress, [Projection], (projection) => new HistoryProgress(projection)),
  ],
  exports: [...ROWS, Projection, HistoryProgress],
})
export class HistoryModule {}
