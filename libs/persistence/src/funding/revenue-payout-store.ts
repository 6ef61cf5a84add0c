import { PAYOUT_RECIPIENTS, REVENUE_SOURCES, newProgress } from '@bellwether/funding';
import type { PayoutProgress, RevenuePayout, RevenueSource } from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { recordTable } from './table';
import type { Client } from './table';

const PAYOUTS = recordTable('RevenuePayout', {
  source: REVENUE_SOURCES,
  recipientKind: PAYOUT_RECIPIENTS,
});

/** Who is paid: a builder, or the exchange (empty) from its own sources. */
export interface PayoutOwner {
  readonly builderId: string;
  readonly sources: readonly RevenueSource[];
}

/** With how far it is, and its number, which orders lists and is the cursor for the next page. */
export type NumberedPayout = RevenuePayout & PayoutProgress & { readonly number: number };

/** Payouts of revenue: the withdraw-worker's rows, never changed. All methods throw CodedError HISTORY_UNAVAILABLE. */
export class RevenuePayoutStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async find(
    source: RevenueSource,
    builderId: string,
    reference: string,
  ): Promise<RevenuePayout | null> {
    return this.connections.statement((client) =>
      PAYOUTS.first(client, 'WHERE source = $1 AND builder_id = $2 AND reference = $3', [
        source,
        builderId,
        reference,
      ]),
    );
  }

  /** As `WithdrawalStore.takeEvents` adds it; a repeat changes nothing. */
  async add(payout: RevenuePayout): Promise<void> {
    await this.connections.statement((client) => insertPayouts(client, [payout]));
  }

  /** Newest first; `before` is a payout's number. */
  async of(
    owner: PayoutOwner,
    { reference, ...page }: PageRequest & { readonly reference?: string | undefined },
  ): Promise<Page<NumberedPayout>> {
    const { sources, builderId } = owner;
    const before = page.before ?? Number.MAX_SAFE_INTEGER;
    if (reference !== undefined) {
      const found = await this.withReference(owner, reference);
      return pageOf(
        found.filter(({ number }) => number < before),
        page,
      );
    }
    const rows = await this.read(LIST, [sources, builderId, before, rowsToRead(page)]);
    return pageOf(rows, page);
  }

  /** Those of its sources with this reference: one for each at most. */
  async withReference(owner: PayoutOwner, reference: string): Promise<NumberedPayout[]> {
    return this.read(BY_REFERENCE, [owner.sources, owner.builderId, reference]);
  }

  private async read(text: string, values: readonly unknown[]): Promise<NumberedPayout[]> {
    const rows = await this.connections.rows<RowOf<NumberedPayout>>(text, [...values]);
    return PAYOUTS.checked(rows).map((row) => {
      const {
        feeTaken,
        status,
        failure,
        debitSignature,
        completionSignature,
        updatedMs,
        ...payout
      } = row;
      const known = { failure, debitSignature, completionSignature };
      return feeTaken === null || status === null || updatedMs === null
        ? { ...payout, ...newProgress(payout) }
        : { ...payout, ...known, gasFeeMicroUsdc: feeTaken, status, updatedMs };
    });
  }
}

/** Before the withdrawal has a row, and for a payout to a balance. */
type RowOf<P extends PayoutProgress> = Omit<P, 'status' | 'updatedMs'> & {
  /** Less than what was accepted, where the withdrawal shared a transfer. */
  readonly feeTaken: number | null;
  readonly status: P['status'] | null;
  readonly updatedMs: number | null;
};

export async function insertPayouts(
  client: Client,
  payouts: readonly RevenuePayout[],
): Promise<void> {
  if (payouts.length > 0) await PAYOUTS.insertAll(client, payouts);
}

/** A page's worth of each source, in the order of the index, and of all of them the newest. */
const withProgress = (payouts: string): string => `
  SELECT ${PAYOUTS.numberedNames}, w."feeTaken", w.status, w.failure, w.debit_signature AS "debitSignature",
    w.completion_signature AS "completionSignature", w.updated_ms AS "updatedMs"
  FROM (${payouts}) AS p LEFT JOIN (
    SELECT withdrawal_id AS id, gas_fee_micro_usdc AS "feeTaken", status, failure, debit_signature,
      completion_signature, updated_ms
    FROM withdrawals
  ) AS w ON w.id = p.withdrawal_id
  ORDER BY number DESC`;
const LIST = withProgress(`
  SELECT found.* FROM unnest($1::text[]) AS wanted (one) CROSS JOIN LATERAL (
    SELECT * FROM revenue_payouts WHERE source = one AND builder_id = $2 AND number < $3
    ORDER BY number DESC LIMIT $4
  ) AS found ORDER BY number DESC LIMIT $4`);
const BY_REFERENCE = withProgress(`
  SELECT * FROM revenue_payouts
  WHERE source = ANY($1::text[]) AND builder_id = $2 AND reference = $3`);
