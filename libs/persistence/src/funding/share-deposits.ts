import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type { Deposit } from '@bellwether/funding';
import type { NewStoredTransaction } from './chain-transaction-rows';
import type { DepositChange } from './deposit-change';
import { DEPOSITS, applyDepositFact, lockDeposit } from './deposit-rows';
import { writeEffects } from './step-effects';
import type { FundingApp } from './step-effects';
import type { Client } from './table';

/** Held, with the list, while deposits that share it are written. */
const LOCK = 'deposit-listener/split';

export interface SharedDeposits {
  /** The list, as each of the facts has it. */
  readonly split: Uint8Array;
  readonly keep: NewStoredTransaction;
  readonly changes: readonly DepositChange[];
  readonly nowMs: number;
}

/**
 * Applies the facts to their deposits.
 * @returns false if one of them is past that attempt, or another transfer under way has the same list, and so the same
 *   account, where the money of both would be mixed: nothing is written
 */
export async function shareDeposits(
  client: Client,
  app: FundingApp,
  { split, keep, changes, nowMs }: SharedDeposits,
): Promise<boolean> {
  const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
  await client.query(lock, [`${LOCK}/${toHex(split)}`]);
  const underWay = `WHERE split = $1 AND step <> 'ended'`;
  if ((await DEPOSITS.first(client, underWay, [split])) !== null) return false;
  const locked: (readonly [Deposit, DepositChange])[] = [];
  for (const change of changes) {
    const before = await lockDeposit(client, change.depositId);
    if (before?.step !== 'bridging' || before.attempt !== change.attempt) return false;
    locked.push([before, change]);
  }
  await writeEffects(client, app, { keep: [keep] }, nowMs);
  for (const [before, { fact, effects = {} }] of locked) {
    const { kind } = await applyDepositFact(client, app, before, { fact, nowMs, effects });
    assert(kind === 'done', () => `${fact.kind} of a deposit that is to be sent is ${kind}`);
  }
  return true;
}
