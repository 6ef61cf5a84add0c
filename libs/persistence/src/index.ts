/**
 * The PostgreSQL store: history, which the projection writes and repositories read; the records of the signer, of
 * operators, and of funding.
 */
export { AdvisoryLock } from './advisory-lock';
export { AuditLog } from './audit-log';
export type { AuditEntry, AuditFilter, AuditRow } from './audit-log';
export { isHandedOver } from './builders/api-key';
export type { ApiKey, KeyRotation, NewApiKey } from './builders/api-key';
export { BuilderStore } from './builders/builder-store';
export type {
  Builder,
  BuilderPage,
  BuilderSummary,
  KeyUse,
  UserLink,
} from './builders/builder-store';
export { Database, openDatabase } from './database';
export type { DatabaseOptions } from './database';
export { AlarmStore } from './funding/alarm-store';
export type { Alarm, AlarmFilter } from './funding/alarm-store';
export { BackingStore } from './funding/backing-store';
export type { Backing, BackingPayment, NewBacking } from './funding/backing-store';
export { BuilderOutflow } from './funding/builder-outflow';
export type { Outflow } from './funding/builder-outflow';
export type { ChainCredit, NewChainCredit } from './funding/chain-credit-rows';
export { ChainCreditStore } from './funding/chain-credit-store';
export type { BookedCredits } from './funding/chain-credit-store';
export type {
  ChainTransaction,
  ChainTransactionState,
  StoredTransaction,
  NewStoredTransaction,
  TransactionEnd,
} from './funding/chain-transaction-rows';
export { AccountRentStore } from './funding/account-rent-store';
export type { RentOut } from './funding/account-rent-store';
export type { AccountRent, MadeAccount } from './funding/account-rent-rows';
export { ChainTransactionStore } from './funding/chain-transaction-store';
export { DailyCap, FundingSettings } from './funding/daily-cap';
export type { DailyCapStatus } from './funding/daily-cap';
export type { DepositFigure, WaitingDust } from './funding/deposit-figures';
export { DepositMarks } from './funding/deposit-marks';
export type { ChangedDeposits } from './funding/deposit-marks';
export { UnpaidGas } from './funding/unpaid-gas';
export { DepositStore } from './funding/deposit-store';
export type { DepositChange } from './funding/deposit-change';
export type { DueDeposits, NumberedDeposit } from './funding/deposit-store';
export type { Claim } from './funding/due-rows';
export type { EventCursor } from './funding/event-cursors';
export type { BookedCharge } from './funding/booked-charges';
export type { GasCharge, NewGasCharge } from './funding/gas-charge-rows';
export { GasChargeStore } from './funding/gas-charge-store';
export { ExchangeKeyStore } from './funding/exchange-key-store';
export { GasReserveStore } from './funding/gas-reserve-store';
export { Inbox } from './funding/inbox';
export { ListenerEvents } from './funding/listener-events';
export type { ArrivalKind, MainArrival } from './funding/main-arrival-rows';
export type { JudgedDeposit, Judgement } from './funding/judge-deposit';
export { MainArrivalStore } from './funding/main-arrival-store';
export type { CreditCost, ProxyToSweep, SweepPlace } from './funding/main-arrival-store';
export { Outbox } from './funding/outbox';
export type { OutboxMessage } from './funding/outbox';
export { PayoutStore, payoutBySequence } from './funding/payout-store';
export { RecoveryStore, userRecoveryId } from './funding/recovery-store';
export type { NewRecovery, Recovery, RecoveryFact, RecoveryState } from './funding/recovery-store';
export { ScanCursors } from './funding/scan-cursors';
export type { SteppedBlock, SteppedOver } from './funding/stepped-block-rows';
export type { NewArrival, ScanCursor, ScanFindings, ScanProgress } from './funding/scan-cursors';
export { SolvencyStore } from './funding/solvency-store';
export type { StoredSolvencyRound } from './funding/solvency-store';
export { FUNDING_APPS } from './funding/step-effects';
export type { FundingApp, InboxMark, StepEffects, StepResult } from './funding/step-effects';
export { TransferStore } from './funding/transfer-store';
export type { TransferFigures, TransferRow } from './funding/transfer-store';
export { WatchedAddressStore } from './funding/watched-address-store';
export type { NumberedWatch, WatchedAddress } from './funding/watched-address-store';
export { RevenuePayoutStore } from './funding/revenue-payout-store';
export type { NumberedPayout, PayoutOwner } from './funding/revenue-payout-store';
export { WithdrawalStore } from './funding/withdrawal-store';
export type { NumberedWithdrawal, WithdrawalFigures } from './funding/withdrawal-store';
export { CANDLE_INTERVALS, DEFAULT_CANDLES, MAX_CANDLES } from './history/candle';
export type { Candle, CandleInterval } from './history/candle';
export { CandleHistory } from './history/candle-history';
export type { CandleRequest } from './history/candle-history';
export { BuilderRevenueHistory } from './history/builder-revenue';
export type { BuilderRevenue, BuilderUser, Revenue } from './history/builder-revenue';
export { CaseHistory } from './history/case-history';
export type { CaseFilter, Overdue, StoredCase } from './history/case-history';
export { CatalogueHistory } from './history/catalogue-history';
export { LedgerHistory } from './history/ledger-history';
export type {
  LedgerDifference,
  PostingPlace,
  StatementEntry,
  StatementPage,
} from './history/ledger-history';
export { OrderHistory } from './history/order-history';
export type {
  NonceOutcome,
  OrderFilter,
  StoredOrder,
  StoredRefusal,
} from './history/order-history';
export { PositionHistory } from './history/position-history';
export type { PositionFilter, PositionPage, StoredPosition } from './history/position-history';
export { TradeHistory } from './history/trade-history';
export * from './history/traded-hours-history';
export { UserHistory } from './history/user-history';
export type { KnownUser } from './history/user-history';
export type { BuilderTradesFilter } from './history/builder-trades';
export type { BuilderTrades, Trade } from './history/trade-history';
export { copyBackupRows } from './backup-rows/copy-backup-rows';
export type { CopiedRows } from './backup-rows/copy-backup-rows';
export { forgetHistory } from './backup-rows/forget-history';
export { REBUILT_TABLES } from './backup-rows/backup-tables';
export { eventReaders } from './backup-rows/event-readers';
export type { EventReader } from './backup-rows/event-readers';
export { historySeq, historySumsAt } from './backup-rows/history-sums';
export type { HistoryMark } from './backup-rows/history-sums';
export { requireEmptyTables, restoreBackupRows } from './backup-rows/restore-backup-rows';
export { sendAgainWhatIsNotIn } from './backup-rows/send-again';
export type { CopiedTable } from './backup-rows/table-copy';
export type { Log } from './log';
export { MIGRATED, migrate, withRightsOf } from './migrate';
export type { MigrateOptions } from './migrate';
export { ConfirmationStore } from './operators/confirmation-store';
export type {
  Confirmation,
  ConfirmationDecision,
  NewConfirmation,
} from './operators/confirmation-store';
export { SeriesStore } from './operators/series-store';
export type { StoredSeries } from './operators/series-store';
export { OperatorStore } from './operators/operator-store';
export type { NewOperator, OperatorRotation, StoredOperator } from './operators/operator-store';
export { MAX_PAGE_LIMIT } from './page';
export type { Page, PageRequest } from './page';
export { CandleRepair } from './projection/candle-repair';
export type { RepairedCandles } from './projection/repair-candles';
export { historyPartOf } from './projection/history-part';
export { Projection } from './projection/projection';
export type { ProjectionCursor, StreamedBatch } from './projection/fresh-events';
export type { Applied } from './projection/projection';
export { dropMonth } from './retention/drop-month';
export type { DroppedMonth } from './retention/drop-month';
export { exportMonth } from './retention/export-month';
export { oldestMonth } from './retention/oldest-month';
export { monthAtMs, monthOf, monthsLater } from './retention/month';
export type { Month } from './retention/month';
export type { ExportManifest } from './retention/month-export';
export type { GrantedRole } from './rights/grant-rights';
export { DATABASE_ROLES, nameOfRole } from './rights/rights';
export type { DatabaseRole } from './rights/rights';
