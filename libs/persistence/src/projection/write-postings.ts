/**
 * Writes the ledger: each posting with the balance after it, the accounts' balances, and their sums by kind. All under
 * the cursor's lock, so a balance that was read is still current when it is written.
 */
import { assert } from '@bellwether/errors';
import type { LedgerAccount } from '@bellwether/exchange';
import type { PoolClient } from 'pg';
import type { PostingRow } from './posting-rows';
import type { AccountLookup, KnownAccount } from './remembered-accounts';
import { keyOf } from './row-key';
import { RowSet } from './row-set';
import { changeRows, insertRows } from './write-rows';

/** An account changed by some postings, with its running balance. */
export interface DirtyAccount {
  readonly kind: LedgerAccount;
  readonly owner: Uint8Array;
  accountId: number;
  balance: number;
}

interface PlacedPosting {
  readonly posting: PostingRow;
  readonly accountId: number;
  readonly balance: number;
}

/**
 * @param known ids and balances before these postings, as far as they are known
 * @returns the accounts that changed, after them
 */
export async function writePostings(
  client: PoolClient,
  postings: readonly PostingRow[],
  known: AccountLookup,
): Promise<ReadonlyMap<string, DirtyAccount>> {
  const dirty = new Map<string, DirtyAccount>();
  if (postings.length === 0) return dirty;
  const accountOf = postings.map((posting) => dirtied(dirty, posting, known));
  const accounts = [...dirty.values()];
  await readAccounts(client, accounts.filter(isUnknown));
  const fresh = accounts.filter(isUnknown);
  const old = accounts.filter((account) => !isUnknown(account));
  await numberNewAccounts(client, fresh);
  const placed = postings.map((posting, at): PlacedPosting => {
    const account = accountOf[at]!;
    account.balance += posting.amount;
    return { posting, accountId: account.accountId, balance: account.balance };
  });
  await insertRows(client, 'ledger_accounts', ACCOUNTS, fresh);
  await changeRows(client, UPDATE_BALANCES, BALANCES, old);
  await insertRows(client, 'ledger_postings', POSTINGS, placed);
  await changeRows(client, ADD_TO_TOTALS, TOTALS, totalsOf(postings));
  return dirty;
}

/** The account of a posting, in `dirty`; those come in the order of their first posting. */
function dirtied(
  dirty: Map<string, DirtyAccount>,
  { account: kind, owner }: PostingRow,
  known: AccountLookup,
): DirtyAccount {
  const key = `${kind} ${keyOf(owner)}`;
  const found = dirty.get(key);
  if (found !== undefined) return found;
  const { accountId, balance } = known.get(key) ?? UNKNOWN;
  const account = { kind, owner, accountId, balance };
  dirty.set(key, account);
  return account;
}

const UNKNOWN: KnownAccount = { accountId: 0, balance: 0 };
const isUnknown = ({ accountId }: DirtyAccount): boolean => accountId === UNKNOWN.accountId;

async function readAccounts(client: PoolClient, accounts: readonly DirtyAccount[]) {
  if (accounts.length === 0) return;
  const { rows } = await client.query<AccountRow>({
    ...READ_ACCOUNTS,
    values: NAMES.values(accounts),
  });
  for (const row of rows) {
    const account = accounts[Number(row.place) - 1];
    assert(account !== undefined, 'an account that was asked for');
    account.accountId = row.account_id;
    account.balance = Number(row.balance_micro_usdc);
  }
}

async function numberNewAccounts(client: PoolClient, fresh: readonly DirtyAccount[]) {
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

/** As `pg` returns it: BIGINT as text. */
interface AccountRow {
  readonly place: string;
  readonly account_id: number;
  readonly balance_micro_usdc: string;
}

const NAMES = new RowSet<DirtyAccount>({
  kind: ['ledger_account_kind', (row) => row.kind],
  owner: ['bytea', (row) => row.owner],
});

const READ_ACCOUNTS = {
  name: 'read_ledger_accounts',
  text: `
  SELECT r.place, a.account_id, a.balance_micro_usdc
  FROM unnest($1::ledger_account_kind[], $2::bytea[]) WITH ORDINALITY AS r (kind, owner, place)
  JOIN ledger_accounts a ON a.kind = r.kind AND a.owner = r.owner`,
};

const LAST_ACCOUNT = 'SELECT COALESCE(max(account_id), 0) AS last FROM ledger_accounts';

const ACCOUNTS = new RowSet<DirtyAccount>({
  account_id: ['integer', (row) => row.accountId],
  kind: ['ledger_account_kind', (row) => row.kind],
  owner: ['bytea', (row) => row.owner],
  balance_micro_usdc: ['bigint', (row) => row.balance],
});

const BALANCES = new RowSet<DirtyAccount>({
  account_id: ['integer', (row) => row.accountId],
  balance_micro_usdc: ['bigint', (row) => row.balance],
});

const UPDATE_BALANCES = {
  name: 'update_ledger_balances',
  text: `
  UPDATE ledger_accounts AS a SET balance_micro_usdc = r.balance_micro_usdc
  FROM ${BALANCES.table} WHERE a.account_id = r.account_id`,
};

const POSTINGS = new RowSet<PlacedPosting>({
  seq: ['bigint', ({ posting }) => posting.seq],
  amount_micro_usdc: ['bigint', ({ posting }) => posting.amount],
  balance_micro_usdc: ['bigint', (row) => row.balance],
  timestamp_ms: ['bigint', ({ posting }) => posting.timestampMs],
  account_id: ['integer', (row) => row.accountId],
  event_index: ['integer', ({ posting }) => posting.eventIndex],
  kind: ['money_event', ({ posting }) => posting.kind],
  trade_id: ['bigint', ({ posting }) => posting.tradeId],
  reference: ['bytea', ({ posting }) => posting.reference],
});

const TOTALS = new RowSet<TotalRow>({
  kind: ['ledger_account_kind', (row) => row.kind],
  balance_micro_usdc: ['bigint', (row) => row.balance],
  postings: ['bigint', (row) => row.postings],
});

const ADD_TO_TOTALS = {
  name: 'add_to_ledger_totals',
  text: `
  INSERT INTO ledger_totals AS t (${TOTALS.names}) SELECT ${TOTALS.names} FROM ${TOTALS.table}
  ON CONFLICT (kind) DO UPDATE SET
    balance_micro_usdc = t.balance_micro_usdc + EXCLUDED.balance_micro_usdc,
    postings = t.postings + EXCLUDED.postings`,
};
