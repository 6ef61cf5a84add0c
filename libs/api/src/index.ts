/**
 * The HTTP shapes of Bellwether, one for signer and gateway: `request/` turns what is sent into the domain's values,
 * `answer/` turns replies, views and history rows into what the interface promises. No I/O, no framework.
 */
export * from './answer/account';
export * from './answer/admin';
export * from './answer/book';
export * from './answer/builder';
export * from './answer/candle';
export * from './answer/carried-out';
export * from './answer/catalogue';
export * from './answer/deposit';
export * from './answer/fees';
export * from './answer/fill';
export * from './answer/funding';
export * from './answer/funding-address';
export * from './answer/order';
export * from './answer/prices';
export * from './answer/solvency';
export * from './answer/status';
export * from './answer/units';
export * from './answer/withdrawal';
export * from './chain-names';
export * from './cursor';
export * from './request/admin';
export * from './request/builder';
export { keyId, marketId, publicKey } from './request/fields';
export * from './request/funding';
export * from './request/funding-admin';
export * from './request/limits';
export * from './request/order';
export * from './request/query';
