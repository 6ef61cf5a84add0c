/** The rules of deposits, withdrawals and bridge transfers: states, decisions, sums. Pure; docs/protocol/funding.md draws them. */
export * from './attribution';
export * from './chain';
export * from './daily-cap';
export * from './deposit';
export * from './deposit-decision';
export { STEPS_OF_FACT, advanceDeposit } from './deposit-facts';
export type { DepositFact, DepositFactKind } from './deposit-facts';
export * from './explanation';
export * from './gas';
export type { HistoryEntry } from './history';
export * from './limits';
export * from './message';
export type { Outcome } from './outcome';
export * from './retry';
export * from './solvency';
export * from './tier';
export * from './transfer';
export * from './withdrawal';
