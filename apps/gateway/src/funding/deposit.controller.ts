import { Controller, Inject } from '@nestjs/common';
import { ChainNames, addressOn, depositStatusOf, funding, sentBy } from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { encodeRecover } from '@bellwether/canonical-message';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { requireOwnerKey } from '../account/owner-key';
import { NetworkOfExchange } from '../exchange/network';
import { signatureOfText } from '../trading/owner-signature';
import { withSignatureHelp } from '../trading/signature-help';
import { FundingRecords } from './funding-records';
import { FundingRequests } from './funding-requests';

/** Where to send money, what happened to it, and how to get back what was not credited. */
@Controller()
export class DepositController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(FollowedClock) private readonly clock: FollowedClock,
  ) {}

  /** Starts watching. A key that cannot sign gets no address: what is sent to it could never be withdrawn. */
  @Endpoint(funding.getDepositAddress)
  async bridgeAddress({
    path: { user_pubkey: user },
    request,
  }: In<typeof funding.getDepositAddress>) {
    this.funding.requireConfigured();
    requireOwnerKey('user_pubkey', user);
    const [view, network] = await Promise.all([
      this.funding.ask('address', { user }, requestIdOf(request)),
      this.exchange.network(),
    ]);
    return { ...view, ...addressOn('ext', view, { names: this.names, network }) };
  }

  @Endpoint(funding.getDepositStatus)
  async status({ path: { user_pubkey: user } }: In<typeof funding.getDepositStatus>) {
    this.funding.requireConfigured();
    const status = await this.records.depositStatus(user);
    return depositStatusOf({ ...status, nowMs: this.clock.nowMs() }, this.names);
  }

  @Endpoint(funding.recoverDeposit)
  async recover({ body, request }: In<typeof funding.recoverDeposit>) {
    this.funding.requireConfigured();
    const network = await this.exchange.network();
    const { text, ...terms } = body;
    const textForm =
      text === undefined ? undefined : signatureOfText(text, body.signature, network).form;
    const recovery = await withSignatureHelp(
      () => encodeRecover({ ...terms, network, mainAddress: terms.user }),
      () => this.funding.ask('recover', { ...terms, textForm }, requestIdOf(request)),
    );
    return { ...recovery, ...sentBy(body) };
  }
}
