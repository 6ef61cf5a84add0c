import type { Alarms as RuntimeAlarms } from '@bellwether/runtime';

/** What a person has to look at. Each is a line in the log, and counted: page on any increase. */
export const ALARM_KINDS = [
  /** A duty or reader threw what time alone may not help. */
  'work_failed',
  /** Nodes of a chain contradict each other, or one contradicts itself. */
  'chain_contradiction',
  /** An account holds something else than the scan knows of, and its transactions do not explain it. */
  'balance_unexplained',
  /** A movement that the scan should have found was found by the balance check. */
  'movement_missed',
  /** A fact cannot be true together with the record it is about. */
  'record_contradiction',
  /** A credit of the vault is not the sum of the arrivals before it. */
  'credit_not_attributed',
  /** The engine lacks a credit or a charge that it was told of. */
  'engine_gap',
  /** The engine does not take in what happened on a chain: it has no room for it. */
  'engine_refusal',
  /** The chains and the ledger do not agree. */
  'solvency_difference',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

export type Alarms = RuntimeAlarms<AlarmKind>;
