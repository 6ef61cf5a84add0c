/**
 * Withdrawals to ext that are ready at the same moment are paid by one transaction and one message. Each was checked by
 * itself (`signNext`); what fails here for all of them makes each go alone.
 */
import { bytesOfAddress, signatureBytes } from '@bellwether/chain';
import type { LookupTable } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { encodeSplit, sharedFee, splitSum } from '@bellwether/funding';
import type { Split, Withdrawal } from '@bellwether/funding';
import type { WorkerParts } from '../parts';
import { namedByAll, sharedMessageOf, sharedPurpose, signShared } from './payout-transaction';
import { paidAccountOf } from './recipient';
import { vaultRoomFor } from './vault-room';

/**
 * The bytes are stored, with all of them, in one transaction of the database: before it nobody has seen the signature,
 * after it each of them broadcasts the same bytes, which the chain executes once.
 * @returns false if nothing was signed for any of them
 */
export async function signTogether(
  ready: readonly Withdrawal[],
  parts: WorkerParts,
): Promise<boolean> {
  const company = ready.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
  const split = await splitOf(company, parts);
  if ((await vaultRoomFor(BigInt(splitSum(split)), parts)) !== 'now') return false;
  const table = await tableFor(parts);
  if (table === undefined) return false;
  const payout = await signShared(company, { split, table }, parts);
  const purpose = sharedPurpose(company);
  const { error } = await parts.chains.main.simulate(payout);
  if (error !== null) {
    parts.log.warn({ purpose, error }, 'a shared payout would fail: each goes alone');
    return false;
  }
  return parts.stores.withdrawals.signTogether({
    withdrawalIds: company.map(({ withdrawalId }) => withdrawalId),
    split: encodeSplit(split),
    keep: {
      purpose,
      chain: 'main',
      signature: signatureBytes(payout.signature),
      bytes: payout.wireBytes,
      lastValidBlockHeight: payout.lastValidBlockHeight,
      user: null,
    },
    nowMs: parts.now(),
  });
}

const idOf = ({ withdrawalId }: Withdrawal): string => toHex(withdrawalId);

/** `undefined` until it is made, which this begins. */
export const tableFor = async (parts: WorkerParts): Promise<LookupTable | undefined> =>
  parts.table.holding(await namedByAll(parts));

async function splitOf(company: readonly Withdrawal[], parts: WorkerParts): Promise<Split> {
  const entries = company.map(async (withdrawal) => {
    const { amountMicroUsdc: amount, gasItems } = withdrawal;
    assert(gasItems !== null, 'the parts of the fee of who shares are known');
    const { account } = await paidAccountOf(withdrawal, parts);
    const { microUsdc } = sharedFee(gasItems, company.length);
    return { account: bytesOfAddress(account), amountMicroUsdc: amount - microUsdc };
  });
  const { address: salt } = await sharedMessageOf(company, parts);
  return {
    salt: bytesOfAddress(salt),
    rentTo: bytesOfAddress(parts.splitRentTo),
    entries: await Promise.all(entries),
  };
}
