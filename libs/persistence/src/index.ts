/** History in PostgreSQL: the projection writes it, repositories read it; and the records of the signer and of operators. */
export { AuditLog } from './audit-log';
export type { AuditEntry, AuditRow } from './audit-log';
export type { ApiKey, KeyRotation, NewApiKey } from './builders/api-key';
export { BuilderStore } from './builders/builder-store';
export type { Builder, KeyUse, UserLink } from './builders/builder-store';
export { Database, openDatabase } from './database';
export type { DatabaseOptions } from './database';
export { CANDLE_INTERVALS, DEFAULT_CANDLES, MAX_CANDLES } from './history/candle';
export type { Candle, CandleInterval } from './history/candle';
export { CandleHistory } from './history/candle-history';
export type { CandleRequest } from './history/candle-history';
export { OrderHistory } from './history/order-history';
export type {
  NonceOutcome,
  OrderFilter,
  StoredOrder,
  StoredRefusal,
} from './history/order-history';
export { TradeHistory } from './history/trade-history';
export type { BuilderTradesFilter } from './history/builder-trades';
export type { BuilderTrades, Trade } from './history/trade-history';
export type { Log } from './log';
export { migrate } from './migrate';
export type { MigrateOptions } from './migrate';
export { MAX_PAGE_LIMIT } from './page';
export type { Page, PageRequest } from './page';
export { Projection } from './projection/projection';
export type { ProjectionCursor, StreamedBatch } from './projection/fresh-events';
export type { Applied } from './projection/projection';
