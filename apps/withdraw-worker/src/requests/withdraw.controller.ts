/**
 * Requests for withdrawals. The worker sets the gas fee, the engine decides the rest. The engine's event makes the row.
 */
import { Inject } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { FUNDING, fundingSubject, refusalError } from '@bellwether/bus';
import type {
  BuilderWithdrawRequest,
  WithdrawAnswer,
  WithdrawQuote,
  WithdrawQuoteRequest,
  WithdrawRequest,
} from '@bellwether/bus';
import { withdrawalIdOf } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';
import { itemsOfFee } from '@bellwether/funding';
import { PARTS } from '@bellwether/funding-runtime';
import { BusController } from '@bellwether/nest-bus';
import type { BusRequest } from '@bellwether/nest-bus';
import type { WorkerParts } from '../parts';
import { depositAddressOf } from './deposit-address';
import { quoteWithdrawal } from './withdrawal-quote';

const { requests } = FUNDING;

type Parts = Pick<
  WorkerParts,
  'chains' | 'engine' | 'funding' | 'network' | 'sides' | 'stores' | 'tariff' | 'usdc' | 'vault'
>;
type Asked = Pick<BusRequest, 'requestId'>;

@BusController()
export class WithdrawController {
  constructor(@Inject(PARTS) private readonly parts: Parts) {}

  @MessagePattern(fundingSubject('withdraw'), FUNDING)
  withdraw(
    @Payload({ schema: requests.withdraw }) request: WithdrawRequest,
    @Ctx() { requestId }: Asked,
  ): Promise<WithdrawAnswer> {
    return withdraw(request, null, requestId, this.parts);
  }

  @MessagePattern(fundingSubject('quote_withdraw'), FUNDING)
  quote(
    @Payload({ schema: requests.quote_withdraw }) request: WithdrawQuoteRequest,
    @Ctx() { requestId }: Asked,
  ): Promise<WithdrawQuote> {
    return quoteWithdrawal(request, requestId, this.parts);
  }

  @MessagePattern(fundingSubject('builder_withdraw'), FUNDING)
  withdrawOfBuilder(
    @Payload({ schema: requests.builder_withdraw }) { builder, ...request }: BuilderWithdrawRequest,
    @Ctx() { requestId }: Asked,
  ): Promise<WithdrawAnswer> {
    return withdraw(request, builder, requestId, this.parts);
  }
}

/**
 * @throws CodedError the engine's refusals; what `quoteWithdrawal` refuses; FUNDING_UNAVAILABLE, HISTORY_UNAVAILABLE,
 *   CHAIN_UNAVAILABLE, ENGINE_UNAVAILABLE (nothing was done); OUTCOME_UNKNOWN
 */
async function withdraw(
  request: WithdrawRequest,
  builder: Uint8Array | null,
  requestId: string,
  parts: Parts,
): Promise<WithdrawAnswer> {
  const { user, amountMicroUsdc: amount, recipientKind, recipient, nonce } = request;
  const { textForm, signature } = request;
  const quote = await termsOf(request, requestId, parts);
  const { gasFeeMicroUsdc: gasFee } = quote;
  const answer = await parts.engine.send(
    'withdrawal',
    {
      kind: 'withdraw',
      user,
      amount,
      recipientKind,
      recipient,
      nonce,
      gasFee,
      builder,
      textForm,
      signature,
    },
    { requestId },
  );
  const { body, timestampMs } = answer.reply;
  if (body.kind === 'refused') throw refusalError(body, undefined, answer.replayed);
  assert(body.kind === 'withdrawal', () => `a withdrawal was answered with ${body.kind}`);
  return {
    withdrawalId: body.withdrawalId,
    user,
    amountMicroUsdc: body.amount,
    gasFeeMicroUsdc: body.gasFee,
    // A repeat gets the price that was fixed then.
    gasItems: itemsOfFee(body.chain, body.gasFee, parts.tariff),
    netAmountMicroUsdc: body.netAmount,
    chain: body.chain,
    recipientKind: body.recipientKind,
    recipient: quote.recipient,
    nonce,
    createdMs: timestampMs,
    isReplay: answer.replayed,
  };
}

/** For a repeat, as the withdrawal was accepted; otherwise as it is priced now. */
async function termsOf(
  request: WithdrawRequest,
  requestId: string,
  parts: Parts,
): Promise<{ readonly gasFeeMicroUsdc: number; readonly recipient: Uint8Array }> {
  const { network, stores, engine } = parts;
  const { user, nonce } = request;
  const withdrawalId = withdrawalIdOf({ network, user, nonce });
  const known = await stores.withdrawals.byId(withdrawalId);
  // The engine answers as before: present prices and unavailable chains do not matter to it.
  if (known !== null) return known;
  try {
    return await quoteWithdrawal(request, requestId, parts);
  } catch (error) {
    const { view } = await engine.query('withdrawal', { withdrawalId });
    if (view === null) throw error;
    const recipient = view.recipient ?? (await depositAddressOf(user, requestId, parts));
    return { gasFeeMicroUsdc: view.gasFee, recipient };
  }
}
