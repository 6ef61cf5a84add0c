/** Deposits learn of their credit through the arrivals it swept: whichever of the two is known first. */
import { assert } from '@bellwether/errors';
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
 * says otherwise, and somebody must look. The balance is right all the same. Called with the user's arrivals locked.
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
    assert(before !== null, 'an arrival belongs to a deposit that is there');
    const fact = { kind: 'credited', creditSeq, amountMicroUsdc, txSignature } as const;
    const result = await applyDepositFact(client, APP, before, { fact, nowMs });
    if (result.kind === 'contradiction') contradictions.push(result.why);
  }
  return contradictions;
}
