import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';

/** A user with its sums of the ledger. Money in micro-USDC. */
export interface KnownUser {
  /** The number of its account in the ledger: counts accounts in the order of their first posting. */
  readonly number: number;
  readonly user: Uint8Array;
  /** Available and in orders together. */
  readonly balance: number;
  readonly withdrawing: number;
  /** Null: none was requested yet. */
  readonly depositAddress: Uint8Array | null;
  /** When its money moved last, Unix milliseconds; null: its postings were archived. */
  readonly movedMs: number | null;
}

/** All users who ever had money. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer. */
export class UserHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Newest first, at the same cost at any depth; `before` is a number. */
  async list(page: PageRequest): Promise<Page<KnownUser>> {
    const values = [page.before ?? MAX_ACCOUNT_ID, rowsToRead(page)];
    const rows = await this.connections.rows<KnownUser>(USERS, values);
    return pageOf(rows, page);
  }

  /** The user with this public key, or with this deposit address. */
  async find(address: Uint8Array): Promise<KnownUser | null> {
    const [user] = await this.connections.rows<KnownUser>(USER, [address]);
    return user ?? null;
  }
}

/** An INT in PostgreSQL. */
const MAX_ACCOUNT_ID = 2 ** 31 - 1;

const usersOf = (accounts: string): string => `
  SELECT a.account_id AS number, a.owner AS "user", a.balance_micro_usdc AS balance,
    COALESCE(w.balance_micro_usdc, 0) AS withdrawing, x.deposit_address AS "depositAddress",
    p.timestamp_ms AS "movedMs"
  FROM (${accounts}) AS a
    LEFT JOIN ledger_accounts w ON w.kind = 'withdrawing' AND w.owner = a.owner
    LEFT JOIN watched_addresses x ON x.user_key = a.owner
    LEFT JOIN LATERAL (
      SELECT timestamp_ms FROM ledger_postings
      WHERE (account_id, seq, event_index) <= (a.account_id, ${Number.MAX_SAFE_INTEGER}, 0)
        AND (account_id, seq, event_index) >= (a.account_id, 0, 0)
      ORDER BY account_id DESC, seq DESC, event_index DESC LIMIT 1
    ) AS p ON true
  ORDER BY a.account_id DESC`;

const USERS = usersOf(`
  SELECT * FROM ledger_accounts WHERE kind = 'user' AND account_id < $1
  ORDER BY kind DESC, account_id DESC LIMIT $2`);

const USER = usersOf(`
  SELECT * FROM ledger_accounts WHERE kind = 'user' AND owner = COALESCE(
    (SELECT user_key FROM watched_addresses WHERE deposit_address = $1), $1)`);
