import { sameBytes } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { ALONE, attributeCredit, movementIndex, movementPlace } from '@bellwether/funding';
import { insertArrivedDeposit } from './arrived-deposit';
import { CHAIN_CREDITS } from './chain-credit-rows';
import type { NewChainCredit, SideAccount } from './chain-credit-rows';
import { MAIN_ARRIVALS } from './main-arrival-rows';
import type { Client } from './table';

/**
 * Inserts a credit of the vault after the user's existing ones. The arrivals it swept are in the table already, or are
 * written with it. An existing credit stays unchanged. Call it with the user's arrivals locked.
 * @returns true if it is new
 * @throws Fault (poison) if another credit has its number
 */
export async function insertCredit(
  client: Client,
  credit: NewChainCredit,
  nowMs: number,
): Promise<boolean> {
  const { user, creditSeq, side, creditsBefore: _before, ...onChain } = credit;
  const rows = await MAIN_ARRIVALS.select(
    client,
    'WHERE user_key = $1 AND credit_seq IS NULL FOR UPDATE',
    [user],
  );
  const waiting = rows.map((row) => ({
    ...row,
    creditsBefore: movementPlace(row.accountIndex).creditsBefore,
  }));
  const attribution = attributeCredit({ ...credit, isOfSideAccount: side !== null }, waiting);
  const differenceMicroUsdc = attribution.kind === 'exact' ? 0 : attribution.differenceMicroUsdc;
  const inserted = await CHAIN_CREDITS.insert(client, {
    ...onChain,
    user,
    creditSeq,
    attribution: attribution.kind,
    differenceMicroUsdc,
    foundMs: nowMs,
    engineMs: null,
  });
  if (!inserted) {
    await requireSame(client, credit);
    return false;
  }
  for (const { creditsBefore: _before, ...arrival } of attribution.arrivals) {
    await MAIN_ARRIVALS.update(client, { ...arrival, creditSeq });
  }
  if (side !== null) await insertSideArrival(client, { ...credit, side }, nowMs);
  return true;
}

/** An arrival in an account that no user was asked to pay is a deposit too, and this credit is its only record. */
async function insertSideArrival(
  client: Client,
  { side, creditSeq, creditsBefore, ...credit }: NewChainCredit & { readonly side: SideAccount },
  nowMs: number,
): Promise<void> {
  const accountIndex = movementIndex({ account: side.accountIndex, part: 0, creditsBefore });
  const arrival = { ...credit, accountIndex, kind: 'side' as const };
  const deposit = await insertArrivedDeposit(client, arrival, { mint: side.mint, nowMs });
  await MAIN_ARRIVALS.insert(client, {
    ...arrival,
    transferSequence: null,
    ...ALONE,
    depositId: deposit,
    creditSeq,
    foundMs: nowMs,
  });
}

async function requireSame(client: Client, credit: NewChainCredit): Promise<void> {
  const { user, creditSeq, amountMicroUsdc, txSignature } = credit;
  const known = await CHAIN_CREDITS.lock(client, user, creditSeq);
  const isSame =
    known !== null &&
    known.amountMicroUsdc === amountMicroUsdc &&
    sameBytes(known.txSignature, txSignature);
  if (isSame) return;
  throw new Fault('poison', `another credit stands under the number ${creditSeq} of its user`);
}
