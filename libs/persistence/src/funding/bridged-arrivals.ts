/** Links bridge payments into proxy wallets to their deposits. Either side may become known first. */
import { ownerOfBridged } from '@bellwether/funding';
import type { NumberedTransfer } from '@bellwether/funding';
import { insertArrivedDeposit } from './arrived-deposit';
import { CHAIN_CREDITS } from './chain-credit-rows';
import { creditDeposits } from './credited-deposits';
import { DEPOSITS } from './deposit-rows';
import { MAIN_ARRIVALS } from './main-arrival-rows';
import type { Client } from './table';

/**
 * Links each unlinked bridge arrival of the user to the deposit whose transfer it is, or makes a deposit of its own if
 * it belongs to none. An arrival that could still be either waits. Where rows are behind the chains, main may be read
 * before the deposit on ext is found: then the deposit that was made of the arrival goes, and the arrival gets its own. If its credit is already in, the deposit is credited
 * too. Call it with the user's arrivals locked, after arrivals or transfers changed.
 * @param mint USDC of main
 * @returns why a deposit could not be credited: its record contradicts the credit, and an operator must look
 */
export async function settleBridged(
  client: Client,
  user: Uint8Array,
  { mint, nowMs }: { readonly mint: Uint8Array; readonly nowMs: number },
): Promise<string[]> {
  const open = await MAIN_ARRIVALS.select(
    client,
    `WHERE user_key = $1 AND kind = 'bridged' AND (deposit_id IS NULL OR EXISTS (
       SELECT 1 FROM deposits AS sent WHERE sent.transfer_sequence = main_arrivals.transfer_sequence
       AND sent.user_key = $1 AND sent.deposit_id <> main_arrivals.deposit_id))
     ORDER BY slot, tx_index, account_index FOR UPDATE`,
    [user],
  );
  if (open.length === 0) return [];
  const sequences = open.map(({ transferSequence }) => transferSequence);
  const transfers = await transfersOf(client, user, sequences);
  const credits = new Set<number>();
  for (const arrival of open) {
    const owner = ownerOfBridged(arrival.transferSequence!, transfers);
    if (owner.kind === 'not_known') continue;
    const depositId =
      owner.kind === 'deposit'
        ? owner.depositId
        : await insertArrivedDeposit(client, arrival, { mint, nowMs });
    await MAIN_ARRIVALS.update(client, { ...arrival, depositId });
    // The same money, taken for a deposit of its own.
    if (arrival.depositId !== null) {
      await client.query('DELETE FROM deposits WHERE deposit_id = $1', [arrival.depositId]);
    }
    if (arrival.creditSeq !== null) credits.add(arrival.creditSeq);
  }
  return creditAgain(client, user, [...credits], nowMs);
}

/** Transfers with one of these numbers, and those whose number is not known yet. */
function transfersOf(
  client: Client,
  user: Uint8Array,
  sequences: readonly (number | null)[],
): Promise<readonly NumberedTransfer[]> {
  return DEPOSITS.select(
    client,
    `WHERE user_key = $1 AND (transfer_sequence = ANY($2)
     OR (transfer_sequence IS NULL AND transfer_id IS NOT NULL AND step <> 'ended'))`,
    [user, sequences],
  );
}

async function creditAgain(
  client: Client,
  user: Uint8Array,
  creditSeqs: readonly number[],
  nowMs: number,
): Promise<string[]> {
  const contradictions: string[] = [];
  for (const creditSeq of creditSeqs) {
    const credit = await CHAIN_CREDITS.lock(client, user, creditSeq);
    if (credit === null || credit.engineMs === null) continue;
    contradictions.push(...(await creditDeposits(client, credit, nowMs)));
  }
  return contradictions;
}
