/**
 * What PostgreSQL holds that nothing else can give back, and what it holds that the journal gives back. Every table is in
 * one of the two lists; a test holds them against the migrations.
 */

/** Copied by a backup, in an order in which a row comes after those it refers to. */
export const BACKUP_TABLES = [
  // The signer's: who may trade for whom. Keys themselves follow from masters, which are secrets and kept elsewhere.
  'builders',
  'api_keys',
  'user_links',
  'builder_outflow',
  'builder_outflow_entries',
  // What operators did, and chose.
  'audit_rows',
  'funding_settings',
  // Which addresses are watched, and how far each chain has been read: with a cursor that lies behind, blocks are read
  // again, and what is found has the ids that it had.
  'watched_addresses',
  'scan_cursors',
  'stepped_blocks',
  'funding_event_cursors',
  // What was begun on a chain: transactions are kept before they are sent, and so must they be here.
  'deposits',
  'main_arrivals',
  'chain_credits',
  'gas_accounts',
  'gas_charges',
  'gas_reserve',
  'daily_cap',
  'chain_transactions',
  'recoveries',
  'backings',
  'solvency_rounds',
  'transfers',
  'withdrawals',
  'withdrawal_payouts',
  // What the funding apps have still to tell each other, and what they have heard.
  'outbox',
  'inbox',
] as const;
export type BackupTable = (typeof BACKUP_TABLES)[number];

/** Kept ones that an empty exchange has a row of already, which the backup's replaces. */
export const PREFILLED_TABLES: readonly BackupTable[] = ['funding_settings', 'gas_reserve'];

/** Left out of a backup: the projector writes them anew from the events, which the engine publishes anew. */
export const REBUILT_TABLES = [
  'projection_cursor',
  'events',
  'markets',
  'orders',
  'refusals',
  'trades',
  'candles',
  'credits',
  'payouts',
  'builder_trades',
  'builder_sums',
  'ledger_accounts',
  'ledger_postings',
  'ledger_totals',
] as const;
