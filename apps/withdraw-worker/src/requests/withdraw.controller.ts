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
import { itemOf, itemsOfFee, withdrawalGasFee } from '@bellwether/funding';
import type { FundingChain, NewWithdrawal } from '@bellwether/funding';
import { PARTS } from '@bellwether/funding-runtime';
import { BusController } from '@bellwether/nest-bus';
import type { BusRequest } from '@bellwether/nest-bus';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { ACCEPTED_AT_ONCE } from '../limits';
import type { WorkerParts } from '../parts';
import { depositAddressOf } from './deposit-address';
import { quoteWithdrawal } from './withdrawal-quote';

const { requests } = FUNDING;

type Parts = Pick<
  WorkerParts,
  | 'chains'
  | 'engine'
  | 'funding'
  | 'network'
  | 'now'
  | 'sides'
  | 'stores'
  | 'tariff'
  | 'usdc'
  | 'vault'
>;
type Asked = Pick<BusRequest, 'requestId'>;

@BusController()
export class WithdrawController {
  private readonly inTurn = pLimit(ACCEPTED_AT_ONCE);

  constructor(@Inject(PARTS) private readonly parts: Parts) {}

  @MessagePattern(fundingSubject('withdraw'), FUNDING)
  withdraw(
    @Payload({ schema: requests.withdraw }) request: WithdrawRequest,
    @Ctx() { requestId }: Asked,
  ): Promise<WithdrawAnswer> {
    return withdraw({ request, builder: null, requestId }, this.inTurn, this.parts);
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
    return withdraw({ request, builder, requestId }, this.inTurn, this.parts);
  }
}

interface Asking {
  readonly request: WithdrawRequest;
  readonly builder: Uint8Array | null;
  readonly requestId: string;
}

interface Terms {
  readonly withdrawalId: Uint8Array;
  readonly gasFeeMicroUsdc: number;
  readonly recipient: Uint8Array;
  readonly chain: FundingChain;
  /** Whether the fee has the recipient's token account in it. */
  readonly makesAccount: boolean;
}

/**
 * One that may pay for its recipient's account is accepted in turn with others to the same recipient.
 * @throws CodedError the engine's refusals; what `quoteWithdrawal` refuses; FUNDING_UNAVAILABLE, HISTORY_UNAVAILABLE,
 *   CHAIN_UNAVAILABLE, ENGINE_UNAVAILABLE (nothing was done); OUTCOME_UNKNOWN
 */
async function withdraw(
  asking: Asking,
  inTurn: LimitFunction,
  parts: Parts,
): Promise<WithdrawAnswer> {
  const terms = await termsOf(asking, parts);
  if (!terms.makesAccount) return (await accept(asking, terms, parts)).answer;
  return inTurn(() =>
    parts.stores.withdrawals.acceptInTurn(terms, parts.now(), (isPaidFor) =>
      accept(
        asking,
        isPaidFor
          ? { ...terms, gasFeeMicroUsdc: withdrawalGasFee(terms.chain, parts.tariff) }
          : terms,
        parts,
      ),
    ),
  );
}

async function accept(
  { request, builder, requestId }: Asking,
  { gasFeeMicroUsdc: gasFee, recipient }: Terms,
  { engine, tariff }: Parts,
): Promise<{ readonly accepted: NewWithdrawal; readonly answer: WithdrawAnswer }> {
  const { amountMicroUsdc: amount, ...signed } = request;
  const { user, nonce, allowProgramAddress } = signed;
  const command = { kind: 'withdraw', ...signed, amount, gasFee, builder } as const;
  const answer = await engine.send('withdrawal', command, { requestId });
  const { body, timestampMs, seq: acceptedSeq } = answer.reply;
  if (body.kind === 'refused') throw refusalError(body, undefined, answer.replayed);
  assert(body.kind === 'withdrawal', () => `a withdrawal was answered with ${body.kind}`);
  const accepted = {
    withdrawalId: body.withdrawalId,
    user,
    amountMicroUsdc: body.amount,
    gasFeeMicroUsdc: body.gasFee,
    // A repeat gets the price that was fixed then.
    gasItems: itemsOfFee(body.chain, body.gasFee, tariff),
    chain: body.chain,
    recipientKind: body.recipientKind,
    recipient,
    allowProgramAddress,
    nonce,
  };
  return {
    accepted: { ...accepted, builder, acceptedSeq, paymentSeq: body.paymentSeq },
    answer: {
      ...accepted,
      netAmountMicroUsdc: body.netAmount,
      createdMs: timestampMs,
      isReplay: answer.replayed,
    },
  };
}

/** For a repeat, as the withdrawal was accepted; otherwise as it is priced now. */
async function termsOf({ request, requestId }: Asking, parts: Parts): Promise<Terms> {
  const { network, stores, engine } = parts;
  const { user, nonce } = request;
  const withdrawalId = withdrawalIdOf({ network, user, nonce });
  const known = await stores.withdrawals.byId(withdrawalId);
  // The engine answers as before: present prices and unavailable chains do not matter to it.
  if (known !== null) return { ...known, makesAccount: false };
  try {
    const quote = await quoteWithdrawal(request, requestId, parts);
    const makesAccount = itemOf(quote.gasItems, 'account_rent') > 0;
    return { ...quote, withdrawalId, makesAccount };
  } catch (error) {
    const { view } = await engine.query('withdrawal', { withdrawalId });
    if (view === null) throw error;
    const recipient = view.recipient ?? (await depositAddressOf(user, requestId, parts));
    const { gasFee: gasFeeMicroUsdc, chain } = view;
    return { withdrawalId, gasFeeMicroUsdc, recipient, chain, makesAccount: false };
  }
}
