import { Controller, Inject } from '@nestjs/common';
import { ChainNames, builderFunding, sentBy, withChainName } from '@bellwether/api';
import { Endpoint, markReplay, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { BuilderFunding } from './builder-funding';

@Controller()
export class WithdrawalController {
  constructor(
    @Inject(BuilderFunding) private readonly funding: BuilderFunding,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Endpoint(builderFunding.withdraw)
  async withdraw({ body, request, reply }: In<typeof builderFunding.withdraw>) {
    const accepted = await this.funding.withdraw(callerOf(request), body, requestIdOf(request));
    markReplay(reply, { replayed: accepted.isReplay });
    return withChainName({ ...accepted, ...sentBy(body) }, this.names);
  }

  @Endpoint(builderFunding.quoteWithdrawal)
  async quote({ body, request }: In<typeof builderFunding.quoteWithdrawal>) {
    const quote = await this.funding.quote(callerOf(request), body, requestIdOf(request));
    return withChainName(quote, this.names);
  }
}
