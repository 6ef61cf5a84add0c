import { Controller, Inject } from '@nestjs/common';
import { ChainNames, addressOn, builderFunding, sentBy } from '@bellwether/api';
import type { Network } from '@bellwether/exchange';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { NETWORK } from '../tokens';
import { BuilderFunding } from './builder-funding';

@Controller()
export class DepositController {
  constructor(
    @Inject(BuilderFunding) private readonly funding: BuilderFunding,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(NETWORK) private readonly network: Network,
  ) {}

  @Endpoint(builderFunding.getDepositAddress)
  async address({ body, request }: In<typeof builderFunding.getDepositAddress>) {
    const { names, network } = this;
    const chain = names.chainOf(body.chain);
    const view = await this.funding.addresses(callerOf(request), body.user, requestIdOf(request));
    return addressOn(chain, view, { names, network });
  }

  @Endpoint(builderFunding.recoverDeposit)
  async recover({ body, request }: In<typeof builderFunding.recoverDeposit>) {
    const recovery = await this.funding.recover(callerOf(request), body, requestIdOf(request));
    return { ...recovery, ...sentBy(body) };
  }
}
