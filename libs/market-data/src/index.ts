/**
 * Live views: what the exchange tells of itself, folded from its events instead of asked for. Each begins with a view of
 * the engine's as of a seq, and leaves out the events up to it; then it equals the engine's own view after every command.
 */
export * from './levels';
export * from './limits';
export * from './live-accounts';
export { LiveBook } from './live-book';
export { LiveCatalogue } from './live-catalogue';
export { LiveEvent } from './live-event';
export type { LiveMarket } from './live-market';
