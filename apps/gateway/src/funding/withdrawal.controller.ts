import { Controller, Inject } from '@nestjs/common';
import { ChainNames, funding, sentBy, withChainName } from '@bellwether/api';
import { withdrawBytes } from '@bellwether/exchange';
import { Endpoint, markReplay, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { NetworkOfExchange } from '../exchange/network';
import { signatureOfText } from '../trading/owner-signature';
import { withSignatureHelp } from '../trading/signature-help';
import { FundingRecords } from './funding-records';
import { FundingRequests } from './funding-requests';

/** Withdrawals that users signed, which the engine verifies, and the records of all withdrawals. */
@Controller()
export class WithdrawalController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Endpoint(funding.withdraw)
  async withdraw({ body, request, reply }: In<typeof funding.withdraw>) {
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
    return withChainName({ ...accepted, ...sentBy(body) }, this.names);
  }

  @Endpoint(funding.quoteWithdrawal)
  async quote({ body, request }: In<typeof funding.quoteWithdrawal>) {
    this.funding.requireConfigured();
    const quote = await this.funding.ask('quote_withdraw', body, requestIdOf(request));
    return withChainName(quote, this.names);
  }

  @Endpoint(funding.getWithdrawal)
  async byId({ path: { withdrawal_id: withdrawalId } }: In<typeof funding.getWithdrawal>) {
    this.funding.requireConfigured();
    return withChainName(await this.records.withdrawal(withdrawalId), this.names);
  }

  @Endpoint(funding.listWithdrawals)
  async list({ path: { public_key: user }, query: page }: In<typeof funding.listWithdrawals>) {
    this.funding.requireConfigured();
    const { items, hasMore } = await this.records.withdrawalsOf(user, page);
    return { items: items.map((one) => withChainName(one, this.names)), hasMore };
  }
}
