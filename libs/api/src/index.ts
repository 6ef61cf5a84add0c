/**
 * The HTTP shapes of Bellwether, shared by signer and gateway: `request/` parses requests to domain values, `answer/`
 * presents replies, views and history rows in the form of the interface. No I/O, no framework.
 */
export * from './answer/account';
export * from './answer/admin';
export * from './answer/api-key';
export * from './answer/audit';
export * from './answer/book';
export * from './answer/builder';
export * from './answer/builder-reads';
export * from './answer/candle';
export * from './answer/carried-out';
export * from './answer/categories';
export * from './answer/catalogue';
export * from './answer/debug';
export * from './answer/debug-keys';
export * from './answer/deposit';
export * from './answer/error-details';
export * from './answer/failure';
export * from './answer/fees';
export { placeAnswer, wrapped } from './answer/fields';
export type { Answer } from './answer/fields';
export * from './answer/fill';
export * from './answer/funding';
export * from './answer/funding-address';
export * from './answer/gas';
export * from './answer/gas-price';
export type { Inside } from './answer/inside';
export * from './answer/ledger';
export { ALARM_RUNBOOKS } from './answer/alarm-runbooks';
export * from './answer/open-order';
export * from './answer/operators';
export * from './answer/operators-lists';
export * from './answer/order';
export * from './answer/payout';
export * from './answer/positions';
export { present } from './answer/present';
export * from './answer/preview';
export * from './answer/batch';
export * from './answer/cancel-after';
export * from './answer/redeem';
export * from './answer/session';
export * from './answer/resolution-dry-run';
export * from './answer/prices';
export * from './answer/rate-limits';
export * from './answer/solvency';
export * from './answer/status';
export * from './answer/trading-key';
export * from './answer/units';
export * from './answer/withdrawal';
export * from './chain-names';
export * from './cursor';
export * from './endpoint-codes';
export { gatewayEndpoints } from './endpoints/gateway-endpoints';
export { SIGNER_ENDPOINTS } from './endpoints/signer-endpoints';
export { byPath, effectOf } from './endpoints/endpoint';
export type { Caller, Effect, EndpointTerms } from './endpoints/endpoint';
export * from './endpoints/gateway/accounts';
export * from './endpoints/gateway/builder-admin';
export * from './endpoints/gateway/exchange';
export * from './endpoints/gateway/exchange-admin';
export * from './endpoints/gateway/funding';
export * from './endpoints/gateway/funding-admin';
export * from './endpoints/gateway/market-admin';
export * from './endpoints/gateway/market-data';
export * from './endpoints/gateway/operator-lists';
export * from './endpoints/gateway/operators';
export * from './endpoints/gateway/streams';
export * from './endpoints/gateway/trading';
export * from './endpoints/gateway/treasury';
export * from './endpoints/signer/builder-funding';
export * from './endpoints/signer/builder-keys';
export * from './endpoints/signer/builder-payouts';
export * from './endpoints/signer/builder-reads';
export * from './endpoints/signer/builder-trading';
export * from './endpoints/signer/builder-users';
export * from './list-cursor';
export { EXAMPLE } from './examples';
export * from './place-cursor';
export * from './request/admin';
export * from './request/amend';
export * from './request/builder';
export * from './request/batch';
export * from './request/cancel-after';
export * from './request/debug';
export * from './request/debug-evidence';
export { signedTextOf, signersOf } from './request/debug-text';
export { keyId, marketId, publicKey } from './request/fields';
export * from './request/funding';
export * from './request/funding-admin';
export * from './request/ledger';
export * from './request/limits';
export {
  createEventRequest,
  resolveEventRequest,
  resolveMarketRequest,
} from './request/market-admin';
export type {
  CreateEventRequest,
  ResolveEventRequest,
  ResolveMarketRequest,
} from './request/market-admin';
export * from './request/operators';
export * from './request/operators-lists';
export * from './request/order';
export * from './request/owner-text';
export * from './request/payout';
export * from './request/redeem';
export * from './request/session';
export * from './session-token';
export * from './request/query';
export * from './stream/book-data';
export * from './stream/channel';
export * from './stream/client-message';
export * from './stream/close-codes';
export * from './stream/concerned';
export * from './stream/deposits-data';
export * from './stream/limits';
export * from './stream/weights';
export * from './stream/markets-data';
export * from './stream/operation-message';
export * from './stream/server-message';
export { STREAMS } from './stream/streams-described';
export * from './stream/trades-data';
export * from './stream/user-data';
export * from './stream/user-update';
