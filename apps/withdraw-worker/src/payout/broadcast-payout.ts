/** `broadcasting`: the stored bytes are sent until they are final, or provably never will be. */
import { messageAccountOf, signatureText } from '@bellwether/chain';
import { assert } from '@bellwether/errors';
import { costMicroUsdc, retryDelayMs, sharersOf } from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import type { TransactionEnd } from '@bellwether/persistence';
import { BROADCAST_PAUSE_MS } from '../limits';
import type { WorkerParts } from '../parts';
import { adoptDebit } from './adopt-debit';
import { lookOf } from './look';
import type { Look } from './look';
import { notePaid } from './paid';

export async function broadcastPayout(withdrawal: Withdrawal, parts: WorkerParts): Promise<Look> {
  const { debitSignature } = withdrawal;
  assert(debitSignature !== null, 'a transaction is under way');
  const [row] = await parts.stores.transactions.bySignatures([debitSignature]);
  // A debit that was found on chain was never stored.
  if (row === undefined) return adoptDebit(withdrawal, parts);
  const { purpose } = row;
  const signature = signatureText(row.signature);
  const kept = {
    signature,
    wireBytes: row.bytes,
    lastValidBlockHeight: row.lastValidBlockHeight,
  };
  const state = await parts.chains.main.advance(kept);
  switch (state.state) {
    case 'pending':
    case 'confirmed':
      return { waitMs: BROADCAST_PAUSE_MS };
    case 'expired':
      parts.alarms.raise('payout_expired', { purpose, signature });
      return dropped(withdrawal, { purpose, state: 'expired' }, parts);
    case 'final': {
      const { slot, error } = state;
      if (error !== null) {
        parts.alarms.raise('payout_refused', { purpose, signature, error });
        return dropped(withdrawal, { purpose, state: 'failed', slot, error }, parts);
      }
      const messageAccount = messageAccountOf(parts.sides.main, kept);
      const ended = [{ purpose, state: 'final', slot }] as const;
      return notePaid(withdrawal, { txSignature: row.signature, messageAccount, ended }, parts);
    }
  }
}

/** Its part of the cost of a failed transaction: the user's fee pays only for the one that succeeds. */
function spentBy({ split }: Withdrawal, { tariff }: WorkerParts): number {
  const fee = { kind: 'transaction_fees', chain: 'main', transactions: 1 } as const;
  return Math.ceil(costMicroUsdc([fee], tariff) / sharersOf(split));
}

/** Proven to have done nothing. The next look asks the vault again before it signs another, after a growing wait. */
async function dropped(
  withdrawal: Withdrawal,
  end: TransactionEnd,
  parts: WorkerParts,
): Promise<Look> {
  const { withdrawalId, debitSignature, attempt } = withdrawal;
  const change = {
    withdrawalId,
    fact: { kind: 'expired', txSignature: debitSignature! },
    nowMs: parts.now(),
    effects: {
      ended: [end],
      spentOfReserveMicroUsdc: end.state === 'failed' ? spentBy(withdrawal, parts) : 0,
    },
  } as const;
  const look = lookOf(await parts.stores.withdrawals.advance(change), parts);
  if (look !== 'progressed' || end.state === 'expired') return look;
  return { waitMs: retryDelayMs('completion', attempt)! };
}
