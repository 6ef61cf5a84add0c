/**
 * Two lists: tables that only PostgreSQL holds, and tables that the journal can restore. Every table is in one of them;
 * a test compares the lists with the migrations.
 */

/** Tables that a backup copies, ordered so that a row comes after the rows it refers to. */
export const BACKUP_TABLES = [
  // The signer's records: who may trade for which user. User keys derive from master keys, which are secrets stored
  // elsewhere.
  'builders',
  'api_keys',
  'user_links',
  'builder_outflow',
  'builder_outflow_entries',
  // Operators, their actions and settings.
  'operators',
  'confirmations',
  'audit_rows',
  'series',
  'funding_settings',
  // Watched addresses, and how far each chain has been scanned. If a cursor is behind, its blocks are read again and
  // their findings get the same ids.
  'watched_addresses',
  'exchange_keys',
  'scan_cursors',
  'stepped_blocks',
  'funding_event_cursors',
  // Work begun on a chain. Transactions are stored before they are sent, so a backup must have them.
  'deposits',
  'main_arrivals',
  'chain_credits',
  'gas_accounts',
  'gas_charges',
  'gas_reserve',
  'daily_cap',
  'chain_transactions',
  'account_rents',
  'recoveries',
  'backings',
  'solvency_rounds',
  'transfers',
  'withdrawals',
  'withdrawal_payouts',
  'revenue_payouts',
  // Alarms of the funding apps.
  'alarms',
  // Messages between the funding apps: those to publish, and those already consumed.
  'outbox',
  'inbox',
] as const;
export type BackupTable = (typeof BACKUP_TABLES)[number];

/** Copied tables in which an empty exchange already has a row. The backup's row replaces it. */
export const PREFILLED_TABLES: readonly BackupTable[] = ['funding_settings', 'gas_reserve'];

/** Tables left out of a backup: the projector rebuilds them from the events, which the engine publishes again. */
export const REBUILT_TABLES = [
  'projection_cursor',
  'events',
  'markets',
  'cases',
  'case_challenges',
  'case_steps',
  'orders',
  'refusals',
  'amendments',
  'redemptions',
  'trades',
  'candles',
  'credits',
  'payouts',
  'positions',
  'builder_trades',
  'builder_sums',
  'late_links',
  'builder_revenue',
  'ledger_accounts',
  'ledger_postings',
  'ledger_totals',
  'ledger_openings',
  'dropped_months',
  'dropped_sums',
] as const;
