import type { FundingAlarmKind } from '@bellwether/funding-runtime';
import type { Alarms as RuntimeAlarms } from '@bellwether/runtime';

/** Alarms that only this app raises. */
export const OWN_ALARM_KINDS = [
  /** An account holds something other than the scan knows, and its transactions do not explain it. */
  'balance_unexplained',
  /**
   * An account holds more, by at least a deposit's worth, than its last transactions brought. Earlier ones were not
   * searched.
   */
  'balance_beyond_history',
  /** The balance check found a movement that the scan should have found. */
  'movement_missed',
  /** The scan repeatedly stops at a block that the nodes know. */
  'block_unreadable',
  /** An operator made the scan skip a block: its contents were not searched. */
  'block_stepped_over',
  /** A credit of the vault is not the sum of the arrivals before it. */
  'credit_not_attributed',
  /** The vault's account of a proxy wallet differs from the credits that logs and instructions show. */
  'credit_in_doubt',
  /** The end of a transaction is unknown long after it should be known: no other transaction can replace it. */
  'transaction_unproven',
  /** The engine lacks a credit or a charge that it acknowledged. */
  'engine_gap',
  /** The engine refuses something that happened on a chain: it has no room for it. */
  'engine_refusal',
  /** The chains and the ledger do not agree. */
  'solvency_difference',
] as const;
export type OwnAlarmKind = (typeof OWN_ALARM_KINDS)[number];

export type Alarms = RuntimeAlarms<FundingAlarmKind | OwnAlarmKind>;
