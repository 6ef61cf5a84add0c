/** The ledger of rent: a row for each of the exchange's own accounts that a transaction makes. */
import { CAPITAL_KINDS, FUNDING_CHAINS, RENT_UNUSED_MS } from '@bellwether/funding';
import { recordTable } from './table';
import type { Client, RecordIn } from './table';

export const ACCOUNT_RENTS = recordTable('AccountRent', {
  chain: FUNDING_CHAINS,
  kind: CAPITAL_KINDS,
});
export type AccountRent = RecordIn<typeof ACCOUNT_RENTS>;

/** An account that a transaction makes, and the rent that it pays for it. */
export type MadeAccount = Pick<AccountRent, 'account' | 'kind' | 'lamports'>;

/** With its transaction, in one transaction. */
export async function noteRent(
  client: Client,
  rent: MadeAccount & Pick<AccountRent, 'purpose' | 'chain' | 'user'>,
  nowMs: number,
): Promise<void> {
  const record = { ...rent, closingPurpose: null, createdMs: nowMs, closedMs: null };
  // A wallet is never closed: it holds the numbers of credits and payments.
  const dueMs = rent.kind === 'proxy' ? null : nowMs + RENT_UNUSED_MS;
  await ACCOUNT_RENTS.insert(client, record, { dueMs });
}

/** With the transaction that closes it. */
export async function noteClosing(
  client: Client,
  { purpose, closes }: { readonly purpose: string; readonly closes: string },
): Promise<void> {
  await client.query('UPDATE account_rents SET closing_purpose = $2 WHERE purpose = $1', [
    closes,
    purpose,
  ]);
}
