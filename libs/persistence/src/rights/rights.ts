/**
 * Who may do what with which table: one role of PostgreSQL for each process that connects, as each has an identity of the
 * bus (docs/adr/0029). What does not stand here is nobody's but the owner's, who migrates, repairs and restores.
 */
import { BACKUP_TABLES, REBUILT_TABLES } from '../backup-rows/backup-tables';
import type { BackupTable } from '../backup-rows/backup-tables';

export const DATABASE_ROLES = [
  'gateway',
  'gateway-admin',
  'signer',
  'projector',
  'deposit-listener',
  'bridge-relayer',
  'withdraw-worker',
  'backup',
] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

/** What PostgreSQL calls it: `bellwether_gateway_admin`. */
export const nameOfRole = (role: DatabaseRole): string => `bellwether_${role.replaceAll('-', '_')}`;

/** Of a release's migrations: to read, for a backup that says which it had. */
const MIGRATIONS = '_prisma_migrations';
export type TableName = BackupTable | (typeof REBUILT_TABLES)[number] | typeof MIGRATIONS;

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';

/** What may be done with all rows of a table. A row that is locked is one that may be changed: `FOR UPDATE`, `FOR SHARE`. */
export const PRIVILEGES = {
  read: ['SELECT'],
  append: ['SELECT', 'INSERT'],
  change: ['SELECT', 'UPDATE'],
  write: ['SELECT', 'INSERT', 'UPDATE'],
  /** Rows that are never changed, and dropped when they are old. */
  append_and_drop: ['SELECT', 'INSERT', 'DELETE'],
  write_and_drop: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  /** Rows that can be made anew from elsewhere. */
  remake: ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'],
} as const satisfies Readonly<Record<string, readonly Privilege[]>>;

/** The whole table, or to read it and change these columns. */
export type TableRight = keyof typeof PRIVILEGES | { readonly changeColumns: readonly string[] };
export type RoleRights = Partial<Readonly<Record<TableName, TableRight>>>;

const each = <T extends TableName>(
  tables: readonly T[],
  right: TableRight,
): Readonly<Partial<Record<TableName, TableRight>>> =>
  Object.fromEntries(tables.map((table) => [table, right]));

/** What is shown to everybody, and written by none who shows it: whoever breaks in there changes nothing. */
const SHOWN: RoleRights = each(
  [
    'projection_cursor',
    'events',
    'markets',
    'orders',
    'refusals',
    'trades',
    'candles',
    'ledger_accounts',
    'ledger_postings',
    'deposits',
    'withdrawals',
    'watched_addresses',
    'scan_cursors',
    'solvency_rounds',
    // What a deposit was charged.
    'gas_charges',
  ],
  'read',
);

/** What each of the funding apps keeps beside its records, in rows of its own (`OWN_ROWS`). */
const OF_FUNDING_APPS: RoleRights = {
  chain_transactions: 'write',
  outbox: 'write_and_drop',
  inbox: 'append_and_drop',
  gas_reserve: 'change',
};

export const RIGHTS: Readonly<Record<DatabaseRole, RoleRights>> = {
  gateway: SHOWN,
  'gateway-admin': {
    ...SHOWN,
    // What operators have set is changed by the deposit-listener, whom the gateway asks.
    funding_settings: 'read',
    daily_cap: 'read',
    audit_rows: 'append',
  },
  signer: {
    builders: 'append',
    api_keys: 'write',
    user_links: 'append',
    builder_outflow: 'write',
    builder_outflow_entries: 'write_and_drop',
    trades: 'read',
    builder_trades: 'read',
    builder_sums: 'read',
  },
  projector: {
    ...each(REBUILT_TABLES, 'remake'),
    // Whose user somebody is is the signer's to say.
    user_links: { changeColumns: ['projected'] },
  },
  'deposit-listener': {
    ...OF_FUNDING_APPS,
    watched_addresses: 'append',
    scan_cursors: 'write',
    stepped_blocks: 'write',
    deposits: 'write',
    main_arrivals: 'write',
    chain_credits: 'write',
    gas_accounts: 'write',
    gas_charges: 'write',
    daily_cap: 'write',
    funding_settings: 'change',
    recoveries: 'write',
    backings: 'write',
    funding_event_cursors: 'write',
    solvency_rounds: 'append_and_drop',
    transfers: 'read',
    withdrawals: 'read',
    withdrawal_payouts: 'read',
  },
  'bridge-relayer': {
    ...OF_FUNDING_APPS,
    transfers: 'write',
    withdrawals: 'read',
  },
  'withdraw-worker': {
    ...OF_FUNDING_APPS,
    withdrawals: 'write',
    withdrawal_payouts: 'append',
    funding_event_cursors: 'write',
    watched_addresses: 'read',
  },
  backup: each([...BACKUP_TABLES, ...REBUILT_TABLES, MIGRATIONS], 'read'),
};

/** Tables in which several write, each rows of its own: the column that says whose a row is. All are read by all. */
export const OWN_ROWS: Partial<Readonly<Record<TableName, string>>> = {
  chain_transactions: 'app',
  outbox: 'app',
  inbox: 'consumer',
  funding_event_cursors: 'consumer',
};
