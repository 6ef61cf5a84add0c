/**
 * The rules of deposits, withdrawals and bridge transfers: states, decisions, amounts. Pure; docs/protocol/funding.md
 * draws them.
 */
export { advanceDeposit } from './advance-deposit';
export * from './attribution';
export * from './bridged-arrival';
export * from './capital';
export * from './chain';
export * from './credit-reconciliation';
export * from './daily-cap';
export * from './company';
export * from './deposit';
export * from './deposit-decision';
export { STEPS_OF_FACT } from './deposit-fact';
export type { DepositFact, DepositFactKind, TransferReport } from './deposit-fact';
export * from './explanation';
export * from './gas';
export * from './gas-actions';
export * from './gas-bill';
export * from './gas-reserve';
export type { HistoryEntry } from './history';
export * from './limits';
export * from './message';
export * from './message-readers';
export * from './movement-index';
export type { Outcome } from './outcome';
export * from './retry';
export * from './solvency';
export * from './tier';
export * from './recipient';
export * from './share-name';
export * from './split';
export * from './transfer';
export * from './revenue-payout';
export * from './withdrawal';
export * from './withdrawal-gas';
