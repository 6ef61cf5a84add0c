import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ChainNames,
  FUNDING_RECORD,
  QUOTING,
  OWNER_SIGNED,
  WITHDRAWING,
  acceptedWithdrawalAnswer,
  presentAccepted,
  presentWithdrawal,
  presentWithdrawalQuote,
  presentWithdrawals,
  publicKey,
  signedWithdrawRequest,
  success,
  withdrawalAnswer,
  withdrawQuoteRequest,
  withdrawalIdParameter,
  withdrawalQuoteAnswer,
  withdrawalsAnswer,
  withdrawalsQuery,
} from '@bellwether/api';
import type {
  SignedWithdrawRequest,
  WithdrawQuoteRequest,
  WithdrawalsQuery,
} from '@bellwether/api';
import { withdrawBytes } from '@bellwether/exchange';
import {
  Answers,
  PathParam,
  QueryParams,
  WrapsAnswers,
  markReplay,
  requestIdOf,
} from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NetworkOfExchange } from '../exchange/network';
import { signatureOfText } from '../trading/owner-signature';
import { withSignatureHelp } from '../trading/signature-help';
import { FundingRecords } from './funding-records';
import { FundingRequests } from './funding-requests';

/** Withdrawals that users signed, which the engine verifies, and the records of all withdrawals. */
@ApiTags('Deposits and withdrawals')
@Controller('/v1')
export class WithdrawalController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Answers('withdraw', {
    summary: 'Withdraw',
    description:
      'Signed by the user: the canonical message, or a `text` in place of all fields. A trading key cannot sign it. Accepted is as good as paid: the amount is set aside, and sent whatever happens meanwhile.',
    answer: acceptedWithdrawalAnswer,
    status: 202,
    repeats: true,
    codes: [...WITHDRAWING, ...OWNER_SIGNED],
  })
  @Post('/withdraw')
  @HttpCode(202)
  @WrapsAnswers()
  async withdraw(
    @Body({ schema: signedWithdrawRequest }) body: SignedWithdrawRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.funding.requireConfigured();
    const network = await this.exchange.network();
    const { text, ...terms } = body;
    const textForm =
      text === undefined ? undefined : signatureOfText(text, body.signature, network).form;
    const accepted = await withSignatureHelp(
      () => withdrawBytes({ ...terms, amount: terms.amountMicroUsdc }, network),
      () => this.funding.ask('withdraw', { ...terms, textForm }, requestIdOf(request)),
    );
    markReplay(reply, { replayed: accepted.isReplay });
    return success(presentAccepted(accepted, this.names));
  }

  @Answers('quoteWithdrawal', {
    summary: 'Ask what a withdrawal costs',
    description:
      'Nothing is signed, and nothing is done. The price is fixed when the withdrawal is accepted: whether the ' +
      "recipient's token account has to be made is looked up then.",
    answer: withdrawalQuoteAnswer,
    codes: QUOTING,
  })
  @Post('/withdraw/quote')
  @HttpCode(200)
  @WrapsAnswers()
  async quote(
    @Body({ schema: withdrawQuoteRequest }) body: WithdrawQuoteRequest,
    @Req() request: FastifyRequest,
  ) {
    this.funding.requireConfigured();
    const quote = await this.funding.ask('quote_withdraw', body, requestIdOf(request));
    return success(presentWithdrawalQuote(quote, this.names));
  }

  @Answers('getWithdrawal', {
    summary: 'Read a withdrawal',
    answer: withdrawalAnswer,
    codes: [...FUNDING_RECORD, 'ENGINE_UNAVAILABLE', 'FUNDING_UNAVAILABLE', 'WITHDRAWAL_NOT_FOUND'],
  })
  @Get('/withdraw/:withdrawal_id')
  @WrapsAnswers()
  async byId(@PathParam('withdrawal_id', withdrawalIdParameter) withdrawalId: Uint8Array) {
    this.funding.requireConfigured();
    return success(presentWithdrawal(await this.records.withdrawal(withdrawalId), this.names));
  }

  @Answers('listWithdrawals', {
    summary: "List a user's withdrawals",
    answer: withdrawalsAnswer,
    codes: FUNDING_RECORD,
  })
  @Get('/withdrawals/:public_key')
  async list(
    @PathParam('public_key', publicKey) user: Uint8Array,
    @QueryParams(withdrawalsQuery) page: WithdrawalsQuery,
  ) {
    this.funding.requireConfigured();
    return presentWithdrawals(await this.records.withdrawalsOf(user, page), this.names);
  }
}
