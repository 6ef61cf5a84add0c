/**
 * Requests for payouts of revenue. As for withdrawals the worker sets the gas fee, the engine decides the rest, and the
 * engine's event makes the rows.
 */
import { Inject } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { FUNDING, fundingSubject, refusalError } from '@bellwether/bus';
import type { BuilderPayoutRequest, PayoutAnswer, TreasuryPayoutRequest } from '@bellwether/bus';
import { toBase58, toHex } from '@bellwether/codec';
import { CodedError, assert } from '@bellwether/errors';
import { revenueAccountOf } from '@bellwether/exchange';
import {
  isSamePayout,
  itemOf,
  itemsOfFee,
  notAWallet,
  withdrawalGasFee,
} from '@bellwether/funding';
import type { NewWithdrawal, PayoutTerms, RevenuePayout } from '@bellwether/funding';
import { PARTS } from '@bellwether/funding-runtime';
import { BusController } from '@bellwether/nest-bus';
import type { BusRequest } from '@bellwether/nest-bus';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { ACCEPTED_AT_ONCE } from '../limits';
import type { WorkerParts } from '../parts';
import { quoteWithdrawal } from './withdrawal-quote';

const { requests } = FUNDING;

type Parts = Pick<
  WorkerParts,
  'chains' | 'engine' | 'funding' | 'log' | 'now' | 'sides' | 'stores' | 'tariff' | 'usdc' | 'vault'
>;
type Asked = Pick<BusRequest, 'requestId'>;

@BusController()
export class PayoutController {
  private readonly inTurn = pLimit(ACCEPTED_AT_ONCE);

  constructor(@Inject(PARTS) private readonly parts: Parts) {}

  @MessagePattern(fundingSubject('builder_payout'), FUNDING)
  ofBuilder(
    @Payload({ schema: requests.builder_payout }) { keys, ...terms }: BuilderPayoutRequest,
    @Ctx() { requestId }: Asked,
  ): Promise<PayoutAnswer> {
    const asked = { ...terms, source: 'builder' } as const;
    return payOut({ terms: asked, keys: [...keys], requestId }, this.inTurn, this.parts);
  }

  @MessagePattern(fundingSubject('treasury_payout'), FUNDING)
  ofTreasury(
    @Payload({ schema: requests.treasury_payout }) terms: TreasuryPayoutRequest,
    @Ctx() { requestId }: Asked,
  ): Promise<PayoutAnswer> {
    const asking = { terms: { ...terms, builderId: '' }, keys: [], requestId };
    return payOut(asking, this.inTurn, this.parts);
  }
}

interface Asking {
  readonly terms: PayoutTerms;
  readonly keys: Uint8Array[];
  readonly requestId: string;
}

/**
 * The engine remembers the newest references, the rows all of them: a repeat that has a row gets its answer there.
 * @throws CodedError REFERENCE_REUSED; the engine's refusals; what `quoteWithdrawal` refuses; HISTORY_UNAVAILABLE,
 *   CHAIN_UNAVAILABLE, ENGINE_UNAVAILABLE (nothing was done); OUTCOME_UNKNOWN
 */
async function payOut(asking: Asking, inTurn: LimitFunction, parts: Parts): Promise<PayoutAnswer> {
  const { terms } = asking;
  const { source, builderId, reference } = terms;
  const known = await parts.stores.payouts.find(source, builderId, reference);
  if (known === null) return payNew(asking, inTurn, parts);
  if (isSamePayout(known, terms)) return { ...known, isReplay: true };
  throw new CodedError('REFERENCE_REUSED', { reference });
}

/** One that may pay for its recipient's account is accepted in turn with withdrawals to the same recipient. */
async function payNew(asking: Asking, inTurn: LimitFunction, parts: Parts): Promise<PayoutAnswer> {
  const { terms, requestId } = asking;
  const { recipientKind, recipient } = terms;
  if (recipientKind === 'user') {
    requireKey(recipient);
    return accept(asking, 0, parts);
  }
  const user = revenueAccountOf(terms.source, terms.builderId);
  const quote = await quoteWithdrawal({ ...terms, user, recipientKind }, requestId, parts);
  const { chain, gasFeeMicroUsdc: gasFee } = quote;
  if (itemOf(quote.gasItems, 'account_rent') === 0) return accept(asking, gasFee, parts);
  const place = { withdrawalId: NO_WITHDRAWAL, chain, recipient };
  return inTurn(() =>
    parts.stores.withdrawals.acceptInTurn(place, parts.now(), async (isPaidFor) => {
      const fee = isPaidFor ? withdrawalGasFee(chain, parts.tariff) : gasFee;
      const answer = await accept(asking, fee, parts);
      return { accepted: await withdrawalOf(answer, parts), answer };
    }),
  );
}

/** What nobody can sign for could never be used. */
function requireKey(user: Uint8Array): void {
  const is = notAWallet({ address: user, account: null, own: null, allowProgramAddress: false });
  if (is === null) return;
  const expected = 'the public key of a user';
  throw new CodedError('RECIPIENT_NOT_A_WALLET', {
    field: 'user',
    value: toBase58(user),
    is,
    expected,
  });
}

const NO_WITHDRAWAL = new Uint8Array(32);

async function accept(
  { terms, keys, requestId }: Asking,
  gasFee: number,
  parts: Parts,
): Promise<PayoutAnswer> {
  const { amountMicroUsdc: amount, maxGasFeeMicroUsdc: maxGasFee, ...others } = terms;
  const command = { kind: 'pay_revenue', ...others, amount, maxGasFee, keys, gasFee } as const;
  const { reply, replayed: isReplay } = await parts.engine.send('withdrawal', command, {
    requestId,
  });
  const { body, timestampMs: createdMs, seq: acceptedSeq } = reply;
  if (body.kind === 'refused') throw refusalError(body, undefined, isReplay);
  assert(body.kind === 'revenue_paid', () => `a payout was answered with ${body.kind}`);
  const { withdrawalId, gasFee: gasFeeMicroUsdc } = body;
  const payout = { ...terms, gasFeeMicroUsdc, withdrawalId, acceptedSeq, createdMs };
  await note(payout, parts);
  return { ...payout, isReplay };
}

/** Who asks for it at once finds it. If it cannot be written now, the engine's event writes it. */
async function note(payout: RevenuePayout, { log, stores }: Parts): Promise<void> {
  try {
    await stores.payouts.add(payout);
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'HISTORY_UNAVAILABLE') throw error;
    log.warn({ err: error, reference: payout.reference }, 'the row of a payout comes later');
  }
}

/** As the engine has it. */
async function withdrawalOf(
  { withdrawalId, gasFeeMicroUsdc, amountMicroUsdc, acceptedSeq, ...payout }: PayoutAnswer,
  { engine, tariff }: Parts,
): Promise<NewWithdrawal> {
  assert(withdrawalId !== null, 'a wallet is paid by a withdrawal');
  const { view } = await engine.query('withdrawal', { withdrawalId });
  assert(view !== null, () => `the engine knows the withdrawal ${toHex(withdrawalId)}`);
  const { user, chain, nonce, paymentSeq, recipientKind } = view;
  const { recipient, allowProgramAddress } = payout;
  const amounts = { amountMicroUsdc, gasFeeMicroUsdc };
  const gasItems = itemsOfFee(chain, gasFeeMicroUsdc, tariff);
  const terms = { withdrawalId, user, ...amounts, gasItems, chain, recipientKind, recipient };
  return { ...terms, allowProgramAddress, nonce, paymentSeq, builder: null, acceptedSeq };
}
