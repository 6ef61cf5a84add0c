/** What the withdraw-worker does with a request for a payout, without chains: the engine's own rules decide. */
import { refusalError } from '@bellwether/bus';
import type { EngineClient, PayoutAnswer } from '@bellwether/bus';
import type { PayoutTerms } from '@bellwether/funding';

export async function payRevenue(
  engine: Pick<EngineClient, 'send'>,
  terms: PayoutTerms,
  keys: readonly Uint8Array[] = [],
): Promise<PayoutAnswer> {
  const { amountMicroUsdc: amount, maxGasFeeMicroUsdc: maxGasFee, ...others } = terms;
  const gasFee = terms.recipientKind === 'user' ? 0 : 1_000;
  const amounts = { amount, maxGasFee, gasFee };
  const command = { kind: 'pay_revenue' as const, ...others, ...amounts, keys: [...keys] };
  const { reply, replayed } = await engine.send('withdrawal', command, { requestId: 'test' });
  const { body, seq, timestampMs } = reply;
  if (body.kind === 'refused') throw refusalError(body, undefined, replayed);
  if (body.kind !== 'revenue_paid') throw new Error(`answered with ${body.kind}`);
  const { withdrawalId, gasFee: gasFeeMicroUsdc } = body;
  const place = { acceptedSeq: seq, createdMs: timestampMs, isReplay: replayed };
  return { ...terms, gasFeeMicroUsdc, withdrawalId, ...place };
}
