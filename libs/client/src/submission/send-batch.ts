import type { BatchResults } from '../generated/interface';
import type { BatchOperation } from '../requests';
import type { Caller, Receipt } from '../http/caller';
import type { CallOptions } from '../http/http-sender';
import { batchBody } from './batch-body';
import type { OperationBodies } from './batch-body';
import { usedNonces } from './operation-error';
import type { Submissions } from './submissions';

/** Sends a user's batch in the turn of the user's orders: nonces have to arrive in order. */
export function sendBatch(
  { caller, submissions, user }: { caller: Caller; submissions: Submissions; user: string },
  operations: readonly BatchOperation[],
  bodies: Omit<OperationBodies, 'nextNonce'>,
  options?: CallOptions,
): Promise<Receipt<BatchResults>> {
  return submissions.inTurn(user, 'order', async () => {
    const body = await batchBody(operations, {
      ...bodies,
      nextNonce: (kind) => submissions.nextNonce(user, kind, options),
    });
    const change = { path: '/v1/orders/batch', body, effect: 'exactly-once' } as const;
    const receipt = await caller.change<BatchResults>(change, ['results'], options);
    for (const { kind, used } of usedNonces(operations, receipt.answer)) {
      submissions.learn(user, kind, used);
    }
    return receipt;
  });
}
