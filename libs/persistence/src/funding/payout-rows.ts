/** Whom withdrawals pay, and by what they are known on their way. */
import type { Withdrawal } from '@bellwether/funding';
import type { Client } from './table';

/** Where a withdrawal pays. */
export type PaidPlace = Pick<Withdrawal, 'withdrawalId' | 'chain' | 'recipient'>;

export async function isPaidFor(
  client: Client,
  { withdrawalId, chain, recipient }: PaidPlace,
): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM withdrawals WHERE recipient = $1 AND chain = $2 AND withdrawal_id <> $3
       AND status NOT IN ('completed', 'failed') AND gas_items @> '[{"kind": "account_rent"}]' LIMIT 1`,
    [recipient, chain, withdrawalId],
  );
  return rows.length > 0;
}

export async function registerPayouts(
  client: Client,
  withdrawalId: Uint8Array,
  payoutKeys: readonly string[],
): Promise<void> {
  await client.query(
    `INSERT INTO withdrawal_payouts (payout_key, withdrawal_id)
     SELECT key, $2 FROM unnest($1::text[]) AS key ON CONFLICT DO NOTHING`,
    [payoutKeys, withdrawalId],
  );
}
