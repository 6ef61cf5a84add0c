/**
 * Live views of the exchange, folded from its events instead of queried. Each starts from an engine view as of a seq
 * and skips the events up to it. Then it equals the engine's own view after every command.
 */
export * from './levels';
export * from './limits';
export * from './live-accounts';
export { LiveBook } from './live-book';
export { LiveCatalogue } from './live-catalogue';
export { LiveEvent } from './live-event';
export type { LiveMarket } from './live-market';
export type { ListedEvent } from './live-event';
export type { ListedMarket } from './live-market';
export type { PastHours } from './day-start';
export { UNKNOWN_DAY, hourOf } from './traded-hours';
export type { DayFigures, TradedHour } from './traded-hours';
