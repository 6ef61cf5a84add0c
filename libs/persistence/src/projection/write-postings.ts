/**
 * Writes the ledger: each posting with the balance that it leaves, the accounts' balances, and their sums by kind. All of
 * it under the cursor's lock, so a balance that was read is still true when it is written.
 */
import { assert } from '@bellwether/errors';
import { toHex } from '@bellwether/codec';
import type { LedgerAccount } from '@bellwether/exchange';
import type { PoolClient } from 'pg';
import type { PostingRow } from './posting-rows';
import { RowSet } from './row-set';

/** An account that some postings touch: its balance goes along with them. */
interface DirtyAccount {
  readonly kind: LedgerAccount;
  readonly owner: Uint8Array;
  accountId: number;
  balance: number;
}

interface PlacedPosting extends PostingRow {
  readonly accountId: number;
  readonly balance: number;
}

export async function writePostings(
  client: PoolClient,
  postings: readonly PostingRow[],
): Promise<void> {
  if (postings.length === 0) return;
  const dirty = dirtiedBy(postings);
  const accounts = [...dirty.values()];
  await readAccounts(client, accounts);
  await numberNewAccounts(client, accounts);
  const placed = postings.map((posting): PlacedPosting => {
    const account = dirty.get(keyOf(posting.account, posting.owner));
    assert(account !== undefined, 'the account of a posting was looked up');
    account.balance += posting.amount;
    return { ...posting, accountId: account.accountId, balance: account.balance };
  });
  await client.query(PUT_ACCOUNTS, ACCOUNTS.values(accounts));
  await client.query(INSERT_POSTINGS, POSTINGS.values(placed));
  await client.query(ADD_TO_TOTALS, TOTALS.values(totalsOf(postings)));
}

const keyOf = (kind: LedgerAccount, owner: Uint8Array): string => `${kind} ${toHex(owner)}`;

/** In the order of their first posting. */
function dirtiedBy(postings: readonly PostingRow[]): Map<string, DirtyAccount> {
  const dirty = new Map<string, DirtyAccount>();
  for (const { account: kind, owner } of postings) {
    const key = keyOf(kind, owner);
    if (!dirty.has(key)) dirty.set(key, { kind, owner, accountId: UNKNOWN, balance: 0 });
  }
  return dirty;
}

const UNKNOWN = 0;

async function readAccounts(client: PoolClient, accounts: readonly DirtyAccount[]) {
  const { rows } = await client.query<AccountRow>(READ_ACCOUNTS, NAMES.values(accounts));
  for (const row of rows) {
    const account = accounts[Number(row.place) - 1];
    assert(account !== undefined, 'an account that was asked for');
    account.accountId = row.account_id;
    account.balance = Number(row.balance_micro_usdc);
  }
}

async function numberNewAccounts(client: PoolClient, accounts: readonly DirtyAccount[]) {
  const fresh = accounts.filter(({ accountId }) => accountId === UNKNOWN);
  if (fresh.length === 0) return;
  const { rows } = await client.query<{ last: number }>(LAST_ACCOUNT);
  let last = rows[0]?.last ?? 0;
  for (const account of fresh) account.accountId = ++last;
}

interface TotalRow {
  readonly kind: LedgerAccount;
  balance: number;
  postings: number;
}

function totalsOf(postings: readonly PostingRow[]): TotalRow[] {
  const totals = new Map<LedgerAccount, TotalRow>();
  for (const { account: kind, amount } of postings) {
    const total = totals.get(kind) ?? { kind, balance: 0, postings: 0 };
    total.balance += amount;
    total.postings++;
    totals.set(kind, total);
  }
  return [...totals.values()];
}

/** As `pg` answers: BIGINT as text. */
interface AccountRow {
  readonly place: string;
  readonly account_id: number;
  readonly balance_micro_usdc: string;
}

const NAMES = new RowSet<DirtyAccount>({
  kind: ['ledger_account_kind', (row) => row.kind],
  owner: ['bytea', (row) => row.owner],
});

const READ_ACCOUNTS = `
  SELECT r.place, a.account_id, a.balance_micro_usdc
  FROM unnest($1::ledger_account_kind[], $2::bytea[]) WITH ORDINALITY AS r (kind, owner, place)
  JOIN ledger_accounts a ON a.kind = r.kind AND a.owner = r.owner`;

const LAST_ACCOUNT = 'SELECT COALESCE(max(account_id), 0) AS last FROM ledger_accounts';

const ACCOUNTS = new RowSet<DirtyAccount>({
  account_id: ['integer', (row) => row.accountId],
  kind: ['ledger_account_kind', (row) => row.kind],
  owner: ['bytea', (row) => row.owner],
  balance_micro_usdc: ['bigint', (row) => row.balance],
});

const PUT_ACCOUNTS = `
  INSERT INTO ledger_accounts (${ACCOUNTS.names}) SELECT ${ACCOUNTS.names} FROM ${ACCOUNTS.table}
  ON CONFLICT (account_id) DO UPDATE SET balance_micro_usdc = EXCLUDED.balance_micro_usdc`;

const POSTINGS = new RowSet<PlacedPosting>({
  seq: ['bigint', (row) => row.seq],
  amount_micro_usdc: ['bigint', (row) => row.amount],
  balance_micro_usdc: ['bigint', (row) => row.balance],
  timestamp_ms: ['bigint', (row) => row.timestampMs],
  account_id: ['integer', (row) => row.accountId],
  event_index: ['integer', (row) => row.eventIndex],
  kind: ['money_event', (row) => row.kind],
  trade_id: ['bigint', (row) => row.tradeId],
  reference: ['bytea', (row) => row.reference],
});

const INSERT_POSTINGS = `
  INSERT INTO ledger_postings (${POSTINGS.names}) SELECT ${POSTINGS.names} FROM ${POSTINGS.table}`;

const TOTALS = new RowSet<TotalRow>({
  kind: ['ledger_account_kind', (row) => row.kind],
  balance_micro_usdc: ['bigint', (row) => row.balance],
  postings: ['bigint', (row) => row.postings],
});

const ADD_TO_TOTALS = `
  INSERT INTO ledger_totals AS t (${TOTALS.names}) SELECT ${TOTALS.names} FROM ${TOTALS.table}
  ON CONFLICT (kind) DO UPDATE SET
    balance_micro_usdc = t.balance_micro_usdc + EXCLUDED.balance_micro_usdc,
    postings = t.postings + EXCLUDED.postings`;
