/**
 * Which role may do what with which table. Each connecting process has its own PostgreSQL role, as it has its own
 * identity on the bus (docs/adr/0029). What is not listed belongs to the owner alone, who migrates, repairs and
 * restores.
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

/** The role's name in PostgreSQL: `bellwether_gateway_admin`. */
export const nameOfRole = (role: DatabaseRole): string => `bellwether_${role.replaceAll('-', '_')}`;

/** The table of applied migrations. Readable, so that a backup can record them. */
const MIGRATIONS = '_prisma_migrations';
export type TableName = BackupTable | (typeof REBUILT_TABLES)[number] | typeof MIGRATIONS;

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';

/** Privileges on all rows of a table. Locking a row with `FOR UPDATE` or `FOR SHARE` needs the right to change it. */
export const PRIVILEGES = {
  read: ['SELECT'],
  append: ['SELECT', 'INSERT'],
  change: ['SELECT', 'UPDATE'],
  write: ['SELECT', 'INSERT', 'UPDATE'],
  /** Rows that are never changed, and deleted when they are old. */
  append_and_drop: ['SELECT', 'INSERT', 'DELETE'],
  write_and_drop: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  /** Rows that can be rebuilt from elsewhere. */
  remake: ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'],
} as const satisfies Readonly<Record<string, readonly Privilege[]>>;

/** A right on the whole table, or to read it and change these columns. */
export type TableRight = keyof typeof PRIVILEGES | { readonly changeColumns: readonly string[] };
export type RoleRights = Partial<Readonly<Record<TableName, TableRight>>>;

const each = <T extends TableName>(
  tables: readonly T[],
  right: TableRight,
): Readonly<Partial<Record<TableName, TableRight>>> =>
  Object.fromEntries(tables.map((table) => [table, right]));

/** Tables that the gateways only read, so that a break-in there changes nothing. */
const SHOWN: RoleRights = each(
  [
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
    'positions',
    'ledger_accounts',
    'ledger_postings',
    'deposits',
    'withdrawals',
    'watched_addresses',
    'scan_cursors',
    'solvency_rounds',
    'series',
    // Gas charges of deposits.
    'gas_charges',
  ],
  'read',
);

/** Shared tables of the funding apps, beside their own records. Each app writes its own rows only (`OWN_ROWS`). */
const OF_FUNDING_APPS: RoleRights = {
  chain_transactions: 'write',
  outbox: 'write_and_drop',
  inbox: 'append_and_drop',
  gas_reserve: 'change',
  alarms: 'write_and_drop',
  exchange_keys: 'append',
};

export const RIGHTS: Readonly<Record<DatabaseRole, RoleRights>> = {
  gateway: SHOWN,
  'gateway-admin': {
    ...SHOWN,
    // Operators' settings are changed by the deposit-listener, at the gateway's request.
    funding_settings: 'read',
    daily_cap: 'read',
    audit_rows: 'append',
    operators: 'write',
    confirmations: 'write',
    series: 'write',
    alarms: 'read',
    revenue_payouts: 'read',
  },
  signer: {
    builders: 'append',
    api_keys: 'write',
    user_links: 'append',
    builder_outflow: 'write',
    builder_outflow_entries: 'write_and_drop',
    // Of an order that ended long ago, its end.
    orders: 'read',
    trades: 'read',
    builder_trades: 'read',
    builder_sums: 'read',
    builder_revenue: 'read',
    revenue_payouts: 'read',
    // Of a payout: how far it is.
    withdrawals: 'read',
  },
  projector: {
    ...each(REBUILT_TABLES, 'remake'),
    // An export of a month names its tables.
    [MIGRATIONS]: 'read',
    // Only the signer decides which builder a user belongs to.
    user_links: { changeColumns: ['projected'] },
  },
  'deposit-listener': {
    ...OF_FUNDING_APPS,
    watched_addresses: 'append',
    scan_cursors: 'write',
    stepped_blocks: 'write',
    // One that turns out to be another's arrival goes.
    deposits: 'write_and_drop',
    main_arrivals: 'write',
    chain_credits: 'write',
    gas_accounts: 'write',
    // One that waits under a number that the engine gave another gets a later one.
    gas_charges: 'write_and_drop',
    daily_cap: 'write',
    funding_settings: 'change',
    account_rents: 'write',
    recoveries: 'write',
    backings: 'write',
    funding_event_cursors: 'write',
    solvency_rounds: 'append_and_drop',
    // Whether an operator requested a pause.
    audit_rows: 'read',
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
    revenue_payouts: 'append',
    account_rents: 'append',
    funding_event_cursors: 'write',
    watched_addresses: 'read',
  },
  backup: each([...BACKUP_TABLES, ...REBUILT_TABLES, MIGRATIONS], 'read'),
};

/** Tables that several apps write, each its own rows: the column that names a row's app. All apps read all rows. */
export const OWN_ROWS: Partial<Readonly<Record<TableName, string>>> = {
  chain_transactions: 'app',
  outbox: 'app',
  inbox: 'consumer',
  funding_event_cursors: 'consumer',
  alarms: 'app',
  exchange_keys: 'app',
};
