import { LEDGER_ACCOUNTS } from '@bellwether/exchange';
import type { LedgerAccount, LedgerSums } from '@bellwether/exchange';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page } from '../page';

/** A posting's position: the event that moved the money. */
export interface PostingPlace {
  readonly seq: number;
  readonly eventIndex: number;
}

const ENTRY_FIELDS = [
  'seq',
  'amount',
  'balance',
  'timestampMs',
  'eventIndex',
  'kind',
  'tradeId',
  'reference',
] as const;
type Posting = Pick<Records['LedgerPosting'], (typeof ENTRY_FIELDS)[number]>;

/**
 * A line of a user's statement, in micro-USDC. `balance`: the user's available and locked money after it, without what is
 * being withdrawn. `reference`: not the market, which stands in `marketId`.
 */
export interface StatementEntry extends Posting {
  /** For a trade, a payout or a redemption. */
  readonly marketId: Uint8Array | null;
}

export interface StatementPage {
  readonly before?: PostingPlace | undefined;
  readonly limit: number;
}

/**
 * An account whose balance differs from the sum of its postings, or a kind whose sum differs from that of its accounts.
 */
export interface LedgerDifference {
  readonly what: string;
  readonly kept: number;
  readonly summed: number;
}

/**
 * The ledger: every movement of money. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer.
 */
export class LedgerHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Newest first, at the same cost at any depth. A user that never had money has no entries. */
  async ofUser(user: Uint8Array, page: StatementPage): Promise<Page<StatementEntry>> {
    const { seq, eventIndex } = page.before ?? AFTER_ALL;
    const values = [user, seq, eventIndex, rowsToRead(page)];
    const rows = await this.connections.rows<StatementEntry>(STATEMENT, values);
    return pageOf(rows.map(entryOf), page);
  }

  /**
   * The sums by kind of account as of a command, from running totals: the cost grows with what came after that command,
   * not with the ledger. Correct once history has all events up to `seq`.
   */
  async sumsAsOf(seq: number): Promise<LedgerSums> {
    const rows = await this.connections.rows<SumRow>(SUMS_AS_OF, [seq]);
    const sumOf = new Map(rows.map(({ kind, balance }) => [kind, balance]));
    const sums = LEDGER_ACCOUNTS.map((kind) => [kind, sumOf.get(kind) ?? 0]);
    return { ...NO_MONEY, ...Object.fromEntries(sums) };
  }

  /**
   * Reads the whole ledger and reports stored balances that differ from the postings. It reads one snapshot, so it may
   * run beside the projector; the cost grows with the number of postings.
   */
  async differences(): Promise<LedgerDifference[]> {
    return this.connections.rows<LedgerDifference>(DIFFERENCES, [MAX_DIFFERENCES]);
  }
}

/**
 * Bounds and order name the index's whole key, so that the planner picks no other index, however large the user's share
 * of the ledger.
 */
const STATEMENT = `
  SELECT ${fieldsOf('LedgerPosting', 'p', ENTRY_FIELDS)}, t.market_id AS "marketId"
  FROM ledger_accounts a CROSS JOIN LATERAL (
    SELECT * FROM ledger_postings
    WHERE (account_id, seq, event_index) < (a.account_id, $2::bigint, $3::int)
      AND (account_id, seq, event_index) >= (a.account_id, 0::bigint, 0)
    ORDER BY account_id DESC, seq DESC, event_index DESC LIMIT $4
  ) AS p LEFT JOIN trades t ON t.trade_id = p.trade_id
  WHERE a.kind = 'user' AND a.owner = $1
  ORDER BY p.seq DESC, p.event_index DESC`;

/** The present totals minus what was posted after the command. */
const SUMS_AS_OF = `
  SELECT t.kind::text AS kind,
    (t.balance_micro_usdc - COALESCE(later.amount, 0))::bigint AS balance
  FROM ledger_totals t LEFT JOIN (
    SELECT a.kind, sum(p.amount_micro_usdc) AS amount
    FROM ledger_postings p JOIN ledger_accounts a USING (account_id)
    WHERE p.seq > $1 GROUP BY a.kind
  ) AS later ON later.kind = t.kind`;

/**
 * Differences between the stored sums of accounts, kinds and commands and the sums of their postings. Of postings that
 * were dropped, their sum remains. A command that is being dropped may have some of its postings left.
 */
const DIFFERENCES = `
  WITH summed AS (
    SELECT account_id, sum(amount) AS amount, sum(postings) AS postings FROM (
      SELECT account_id, sum(amount_micro_usdc) AS amount, count(*) AS postings
      FROM ledger_postings GROUP BY account_id
      UNION ALL
      SELECT account_id, balance_micro_usdc, postings FROM ledger_openings
    ) AS parts GROUP BY account_id
  ),
  accounts AS (
    SELECT account_id, kind, COALESCE(balance_micro_usdc, 0) AS balance,
      COALESCE(amount, 0) AS amount, COALESCE(postings, 0) AS postings
    FROM ledger_accounts FULL JOIN summed USING (account_id)
  ),
  kinds AS (
    SELECT kind, COALESCE(t.balance_micro_usdc, 0) AS balance, COALESCE(amount, 0) AS amount,
      COALESCE(t.postings, 0) AS counted, COALESCE(k.postings, 0) AS postings
    FROM ledger_totals t FULL JOIN (
      SELECT kind, sum(amount) AS amount, sum(postings) AS postings
      FROM accounts GROUP BY kind
    ) AS k USING (kind)
  )
  SELECT 'account ' || account_id AS what, balance::bigint AS kept, amount::bigint AS summed
  FROM accounts WHERE balance <> amount
  UNION ALL
  SELECT 'sum of ' || kind, balance::bigint, amount::bigint
  FROM kinds WHERE balance <> amount
  UNION ALL
  SELECT 'postings of ' || kind, counted::bigint, postings::bigint
  FROM kinds WHERE counted <> postings
  UNION ALL
  (SELECT 'command ' || seq, 0, sum(amount_micro_usdc)::bigint
  FROM ledger_postings WHERE seq > COALESCE((SELECT max(last_seq) FROM dropped_months), 0)
  GROUP BY seq HAVING sum(amount_micro_usdc) <> 0)
  LIMIT $1`;

const AFTER_ALL: PostingPlace = { seq: Number.MAX_SAFE_INTEGER, eventIndex: 0 };
/** Enough to see the kind of damage. */
const MAX_DIFFERENCES = 100;

const NO_MONEY: LedgerSums = {
  user: 0,
  withdrawing: 0,
  collateral: 0,
  builder_revenue: 0,
  protocol_fees: 0,
  gas_revenue: 0,
  stakes: 0,
  dispute_fund: 0,
  deposits_credited: 0,
  test_credits: 0,
  payouts: 0,
};

interface SumRow {
  readonly kind: LedgerAccount;
  readonly balance: number;
}

const entryOf = (entry: StatementEntry): StatementEntry =>
  entry.kind === 'payout' || entry.kind === 'redeemed'
    ? { ...entry, marketId: entry.reference, reference: null }
    : entry;
