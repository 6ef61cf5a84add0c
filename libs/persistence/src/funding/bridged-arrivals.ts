/** Links bridge payments into proxy wallets to their deposits. Either side may become known first. */
import { ownerOfBridged } from '@bellwether/funding';
import type { SignedTransfer } from '@bellwether/funding';
import { insertArrivedDeposit } from './arrived-deposit';
import { CHAIN_CREDITS } from './chain-credit-rows';
import { creditDeposits } from './credited-deposits';
import { DEPOSITS } from './deposit-rows';
import { MAIN_ARRIVALS } from './main-arrival-rows';
import type { MainArrival } from './main-arrival-rows';
import type { Client } from './table';

/** Those that the bridge brought, and that have no deposit, or one of their own while another one's transfer may be theirs. */
const OPEN = `WHERE user_key = $1 AND (kind = 'bridged' OR split IS NOT NULL)
  AND (deposit_id IS NULL OR EXISTS (
    SELECT 1 FROM deposits AS made, deposits AS sent
    WHERE made.deposit_id = main_arrivals.deposit_id AND made.source = 'main_usdc'
    AND sent.user_key = $1 AND CASE WHEN main_arrivals.split IS NULL
      THEN sent.split IS NULL AND sent.transfer_sequence = main_arrivals.transfer_sequence
      ELSE sent.split IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM main_arrivals AS its WHERE its.deposit_id = sent.deposit_id)
    END))
  ORDER BY slot, tx_index, account_index FOR UPDATE`;

/**
 * Links each unlinked bridge arrival of the user to the deposit whose transfer it is, or makes a deposit of its own if
 * it belongs to none. An arrival that could still be either waits. Where rows are behind the chains, main may be read
 * before the deposit on ext is found: then the deposit that was made of the arrival goes, and the arrival gets its own.
 * If its credit is already in, the deposit is credited too. Call it with the user's arrivals locked, after arrivals or
 * transfers changed.
 * @param mint USDC of main
 * @returns why a deposit could not be credited: its record contradicts the credit, and an operator must look
 */
export async function settleBridged(
  client: Client,
  user: Uint8Array,
  { mint, nowMs }: { readonly mint: Uint8Array; readonly nowMs: number },
): Promise<string[]> {
  const open = await MAIN_ARRIVALS.select(client, OPEN, [user]);
  if (open.length === 0) return [];
  let transfers = await transfersOf(client, user, open);
  const credits = new Set<number>();
  for (const arrival of open) {
    const owner = ownerOfBridged(arrival, transfers);
    const isOwn = owner.kind === 'deposit';
    if (owner.kind === 'not_known' || (!isOwn && arrival.depositId !== null)) continue;
    const depositId = isOwn
      ? owner.depositId
      : await insertArrivedDeposit(client, arrival, { mint, nowMs });
    // Out of a stranger's split account it comes as cheaply as from a wallet.
    const kind = isOwn || arrival.split === null ? 'bridged' : 'native';
    await MAIN_ARRIVALS.update(client, { ...arrival, kind, depositId });
    transfers = transfers.filter((one) => one.depositId !== depositId);
    // The same money, taken for a deposit of its own.
    if (arrival.depositId !== null) {
      await client.query('DELETE FROM deposits WHERE deposit_id = $1', [arrival.depositId]);
    }
    if (arrival.creditSeq !== null) credits.add(arrival.creditSeq);
  }
  return creditAgain(client, user, [...credits], nowMs);
}

/** Transfers that one of these may be, and those whose number is not known yet. */
function transfersOf(
  client: Client,
  user: Uint8Array,
  arrivals: readonly MainArrival[],
): Promise<readonly SignedTransfer[]> {
  const sequences = arrivals.map(({ transferSequence }) => transferSequence);
  return DEPOSITS.select(
    client,
    `WHERE user_key = $1 AND CASE WHEN split IS NULL
       THEN transfer_sequence = ANY($2)
         OR (transfer_sequence IS NULL AND transfer_id IS NOT NULL AND step <> 'ended')
       ELSE NOT EXISTS (
         SELECT 1 FROM main_arrivals WHERE main_arrivals.deposit_id = deposits.deposit_id)
     END ORDER BY number`,
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
