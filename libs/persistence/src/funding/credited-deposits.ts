/** Deposits learn of their credit through the arrivals it swept: whichever of the two is known first. */
import { believe } from '@bellwether/errors';
import type { Deposit } from '@bellwether/funding';
import { applyDepositFact, lockDeposit } from './deposit-rows';
import { MAIN_ARRIVALS } from './main-arrival-rows';
import type { Client } from './table';

const APP = 'deposit-listener';

/** The credit that swept the arrival, once the engine has it. */
interface TakenCredit {
  readonly user: Uint8Array;
  readonly creditSeq: number;
  readonly txSignature: Uint8Array;
}

/**
 * Marks the deposits of a credit that the engine took in as credited. @returns why a deposit could not be: its record
 * says otherwise, and somebody must look. The balance is right all the same.
 */
export async function creditDeposits(
  client: Client,
  { user, creditSeq, txSignature }: TakenCredit,
  nowMs: number,
): Promise<string[]> {
  const arrivals = await MAIN_ARRIVALS.select(
    client,
    'WHERE user_key = $1 AND credit_seq = $2 AND deposit_id IS NOT NULL ORDER BY deposit_id',
    [user, creditSeq],
  );
  const contradictions: string[] = [];
  for (const { depositId, amountMicroUsdc } of arrivals) {
    const before = depositId && (await lockDeposit(client, depositId));
    believe(before !== null, 'an arrival belongs to a deposit that is there');
    const fact = { kind: 'credited', creditSeq, amountMicroUsdc, txSignature } as const;
    const result = await applyDepositFact(client, APP, before, { fact, nowMs });
    if (result.kind === 'contradiction') contradictions.push(result.why);
  }
  return contradictions;
}

/**
 * A transfer's number has become known: what arrived under it belongs to the deposit, and may even be credited
 * already. @returns the deposit as it is now
 */
export async function creditLinkedArrival(
  client: Client,
  deposit: Deposit,
  nowMs: number,
): Promise<Deposit> {
  const { depositId, transferSequence, user } = deposit;
  await client.query(
    `UPDATE main_arrivals SET deposit_id = $1
     WHERE transfer_sequence = $2 AND user_key = $3 AND deposit_id IS NULL`,
    [depositId, transferSequence, user],
  );
  const { rows } = await client.query<{ credit_seq: string; tx_signature: Uint8Array }>(
    `SELECT credit.credit_seq, credit.tx_signature FROM chain_credits AS credit
     JOIN main_arrivals AS arrival USING (user_key, credit_seq)
     WHERE arrival.deposit_id = $1 AND credit.engine_ms IS NOT NULL`,
    [depositId],
  );
  const [row] = rows;
  if (row === undefined) return deposit;
  const credit = {
    user,
    creditSeq: Number(row.credit_seq),
    txSignature: new Uint8Array(row.tx_signature),
  };
  await creditDeposits(client, credit, nowMs);
  return (await lockDeposit(client, depositId)) ?? deposit;
}
