import type { FundingAlarmKind } from '@bellwether/funding-runtime';
import type { Alarms as RuntimeAlarms } from '@bellwether/runtime';

/** What a person has to look at here alone. */
export const OWN_ALARM_KINDS = [
  /** An account holds something else than the scan knows of, and its transactions do not explain it. */
  'balance_unexplained',
  /** An account holds a deposit's worth more than its last transactions brought: what came before was not looked for. */
  'balance_beyond_history',
  /** A movement that the scan should have found was found by the balance check. */
  'movement_missed',
  /** The scan stops at a block that the nodes know, again and again. */
  'block_unreadable',
  /** An operator let the scan step over a block: what was in it was not looked for. */
  'block_stepped_over',
  /** A credit of the vault is not the sum of the arrivals before it. */
  'credit_not_attributed',
  /** The vault's account of a proxy wallet has credited what no log and no instruction shows, or not what they show. */
  'credit_in_doubt',
  /** A transaction's end is not known long after it should be: nobody can make another in its place. */
  'transaction_unproven',
  /** The engine lacks a credit or a charge that it was told of. */
  'engine_gap',
  /** The engine does not take in what happened on a chain: it has no room for it. */
  'engine_refusal',
  /** The chains and the ledger do not agree. */
  'solvency_difference',
] as const;
export type OwnAlarmKind = (typeof OWN_ALARM_KINDS)[number];

export type Alarms = RuntimeAlarms<FundingAlarmKind | OwnAlarmKind>;
