import { Fault } from '@bellwether/errors';
import { attributeCredit } from '@bellwether/funding';
import { CHAIN_CREDITS } from './chain-credit-rows';
import type { NewChainCredit } from './chain-credit-rows';
import { MAIN_ARRIVALS } from './main-arrival-rows';
import type { Client } from './table';

/**
 * A credit of the vault, behind those of its user that are there: whatever it swept is in the table. One that is there
 * already changes nothing.
 * @returns whether it is new
 * @throws Fault (poison) where another credit stands under its number
 */
export async function insertCredit(
  client: Client,
  credit: NewChainCredit,
  nowMs: number,
): Promise<boolean> {
  const { user, creditSeq } = credit;
  const waiting = await MAIN_ARRIVALS.select(
    client,
    'WHERE user_key = $1 AND credit_seq IS NULL FOR UPDATE',
    [user],
  );
  const attribution = attributeCredit(credit, waiting);
  const differenceMicroUsdc = attribution.kind === 'exact' ? 0 : attribution.differenceMicroUsdc;
  const inserted = await CHAIN_CREDITS.insert(client, {
    ...credit,
    attribution: attribution.kind,
    differenceMicroUsdc,
    foundMs: nowMs,
    engineMs: null,
  });
  if (!inserted) {
    await requireSame(client, credit);
    return false;
  }
  for (const arrival of attribution.arrivals) {
    await MAIN_ARRIVALS.update(client, { ...arrival, creditSeq });
  }
  return true;
}

async function requireSame(client: Client, credit: NewChainCredit): Promise<void> {
  const { user, creditSeq, amountMicroUsdc, txSignature } = credit;
  const known = await CHAIN_CREDITS.lock(client, user, creditSeq);
  const isSame =
    known !== null &&
    known.amountMicroUsdc === amountMicroUsdc &&
    known.txSignature.every((byte, at) => byte === txSignature[at]);
  if (isSame) return;
  throw new Fault('poison', `another credit stands under the number ${creditSeq} of its user`);
}
