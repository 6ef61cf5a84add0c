/**
 * Writes the ledger: each posting with the balance after it, the accounts' balances, and their sums by kind. All under
 * the cursor's lock, so a balance that was read is still current when it is written.
 */
import { assert } from '@bellwether/errors';
import type { LedgerAccount } from '@bellwether/exchange';
import type { PoolClient } from 'pg';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import type { PostingRow } from './posting-rows';
import type { AccountLookup, KnownAccount } from './remembered-accounts';
import { keyOf } from './row-key';
import { RowSet, columnsFor } from './row-set';
import { changeRows, insertRows } from './write-rows';

/** An account changed by some postings, with its running balance. */
export interface DirtyAccount {
  readonly kind: LedgerAccount;
  readonly owner: Uint8Array;
  accountId: number;
  balance: number;
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
  const placed = postings.map((posting, at) => {
    const account = accountOf[at]!;
    account.balance += posting.amount;
    return { ...posting, accountId: account.accountId, balance: account.balance };
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
    const account = accounts[row.place - 1];
    assert(account !== undefined, 'an account that was asked for');
    account.accountId = row.accountId;
    account.balance = row.balance;
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

type AccountRow = Pick<Records['LedgerAccount'], 'accountId' | 'balance'> & {
  readonly place: number;
};

const NAMES = new RowSet<DirtyAccount>(columnsFor('LedgerAccount', ['kind', 'owner']));

const READ_ACCOUNTS = {
  name: 'read_ledger_accounts',
  text: `
  SELECT r.place, ${fieldsOf('LedgerAccount', 'a', ['accountId', 'balance'])}
  FROM unnest($1::ledger_account_kind[], $2::bytea[]) WITH ORDINALITY AS r (kind, owner, place)
  JOIN ledger_accounts a ON a.kind = r.kind AND a.owner = r.owner`,
};

const LAST_ACCOUNT = 'SELECT COALESCE(max(account_id), 0) AS last FROM ledger_accounts';

const ACCOUNTS = new RowSet(columnsFor('LedgerAccount'));
const BALANCES = new RowSet<DirtyAccount>(columnsFor('LedgerAccount', ['accountId', 'balance']));

const UPDATE_BALANCES = {
  name: 'update_ledger_balances',
  text: `
  UPDATE ledger_accounts AS a SET balance_micro_usdc = r.balance_micro_usdc
  FROM ${BALANCES.table} WHERE a.account_id = r.account_id`,
};

const POSTINGS = new RowSet(columnsFor('LedgerPosting'));
const TOTALS = new RowSet(columnsFor('LedgerTotal'));

const ADD_TO_TOTALS = {
  name: 'add_to_ledger_totals',
  text: `
  INSERT INTO ledger_totals AS t (${TOTALS.names}) SELECT ${TOTALS.names} FROM ${TOTALS.table}
  ON CONFLICT (kind) DO UPDATE SET
    balance_micro_usdc = t.balance_micro_usdc + EXCLUDED.balance_micro_usdc,
    postings = t.postings + EXCLUDED.postings`,
};
