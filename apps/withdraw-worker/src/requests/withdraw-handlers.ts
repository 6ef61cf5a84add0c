/** Requests for withdrawals: the gas fee is the worker's to say, all else the engine's. The row is made by its event. */
import { refusalError } from '@bellwether/bus';
import type { FundingHandlers, WithdrawAnswer, WithdrawRequest } from '@bellwether/bus';
import { believe } from '@bellwether/errors';
import { withdrawalGasFee } from '@bellwether/funding';
import type { WorkerParts } from '../parts';
import { depositAddressOf } from './deposit-address';

type Parts = Pick<WorkerParts, 'engine' | 'funding' | 'stores' | 'tariff'>;

export const withdrawHandlers = (parts: Parts): FundingHandlers => ({
  withdraw: (request, { requestId }) => withdraw(request, null, requestId, parts),
  builder_withdraw: ({ builder, ...request }, { requestId }) =>
    withdraw(request, builder, requestId, parts),
});

/**
 * @throws CodedError what the engine refuses with; FUNDING_UNAVAILABLE, HISTORY_UNAVAILABLE, ENGINE_UNAVAILABLE (nothing was
 *   done); OUTCOME_UNKNOWN
 */
async function withdraw(
  request: WithdrawRequest,
  builder: Uint8Array | null,
  requestId: string,
  parts: Parts,
): Promise<WithdrawAnswer> {
  const { user, amountMicroUsdc: amount, recipientKind, recipient, nonce, signature } = request;
  const chain = recipientKind === 'recipient_main' ? 'main' : 'ext';
  // Before anything is done: a withdrawal that nobody can say the recipient of could not be paid.
  const paid = recipient ?? (await depositAddressOf(user, requestId, parts));
  const gasFee = withdrawalGasFee(chain, parts.tariff);
  const answer = await parts.engine.send(
    'withdrawal',
    { kind: 'withdraw', user, amount, recipientKind, recipient, nonce, gasFee, builder, signature },
    { requestId },
  );
  const { body, timestampMs } = answer.reply;
  if (body.kind === 'refused') throw refusalError(body, undefined, answer.replayed);
  believe(body.kind === 'withdrawal', () => `a withdrawal was answered with ${body.kind}`);
  return {
    withdrawalId: body.withdrawalId,
    user,
    amountMicroUsdc: body.amount,
    gasFeeMicroUsdc: body.gasFee,
    netAmountMicroUsdc: body.netAmount,
    chain: body.chain,
    recipientKind: body.recipientKind,
    recipient: paid,
    nonce,
    createdMs: timestampMs,
    isReplay: answer.replayed,
  };
}
