import type { Signature } from '@solana/kit';
import { MAX_SIGNATURES_PER_REQUEST } from '../limits';
import type { RpcPool } from '../rpc/rpc-pool';

/**
 * Slots of transactions that succeeded and are final by every node's word, in the order of the signatures; null for
 * any other.
 * @throws CodedError CHAIN_UNAVAILABLE
 */
export async function successSlots(
  pool: RpcPool,
  signatures: readonly string[],
): Promise<(number | null)[]> {
  const slots: (number | null)[] = [];
  for (let at = 0; at < signatures.length; at += MAX_SIGNATURES_PER_REQUEST) {
    const asked = signatures.slice(at, at + MAX_SIGNATURES_PER_REQUEST) as Signature[];
    const answers = await pool.all('signature statuses', (rpc, abortSignal) =>
      rpc.getSignatureStatuses(asked, { searchTransactionHistory: true }).send({ abortSignal }),
    );
    for (const place of asked.keys()) {
      const statuses = answers.map(({ value }) => value.value[place]);
      const slot = statuses[0]?.slot;
      const isAgreed = statuses.every(
        (one) => one?.confirmationStatus === 'finalized' && one.err === null && one.slot === slot,
      );
      slots.push(isAgreed && slot !== undefined ? Number(slot) : null);
    }
  }
  return slots;
}
