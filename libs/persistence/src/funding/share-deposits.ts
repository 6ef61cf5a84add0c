import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type { Deposit } from '@bellwether/funding';
import type { NewStoredTransaction } from './chain-transaction-rows';
import type { DepositChange } from './deposit-change';
import { applyDepositFact, lockDeposit } from './deposit-rows';
import { writeEffects } from './step-effects';
import type { FundingApp } from './step-effects';
import type { Client } from './table';

export interface SharedDeposits {
  readonly keep: NewStoredTransaction;
  readonly changes: readonly DepositChange[];
  readonly nowMs: number;
}

/**
 * Applies the facts to their deposits.
 * @returns false if one of them is past that attempt: nothing is written
 */
export async function shareDeposits(
  client: Client,
  app: FundingApp,
  { keep, changes, nowMs }: SharedDeposits,
): Promise<boolean> {
  const locked: (readonly [Deposit, DepositChange])[] = [];
  for (const change of changes) {
    const before = await lockDeposit(client, change.depositId);
    if (before?.step !== 'bridging' || before.attempt !== change.attempt) return false;
    locked.push([before, change]);
  }
  await writeEffects(client, app, { keep: [keep] }, nowMs);
  // Each locks its user's charges: in one order, so that two companies of the same users never wait for each other.
  const inOrder = locked.toSorted(([a], [b]) => (toHex(a.user) < toHex(b.user) ? -1 : 1));
  for (const [before, { fact, effects = {} }] of inOrder) {
    const { kind } = await applyDepositFact(client, app, before, { fact, nowMs, effects });
    assert(kind === 'done', () => `${fact.kind} of a deposit that is to be sent is ${kind}`);
  }
  return true;
}
