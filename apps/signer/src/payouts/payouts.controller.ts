import { Controller, Inject } from '@nestjs/common';
import { ChainNames, builderPayouts, presentablePayout } from '@bellwether/api';
import { newProgress } from '@bellwether/funding';
import { Endpoint, markReplay, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { BuilderPayouts } from './builder-payouts';

@Controller()
export class PayoutsController {
  constructor(
    @Inject(BuilderPayouts) private readonly payouts: BuilderPayouts,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Endpoint(builderPayouts.payOut)
  async payOut({ body, request, reply }: In<typeof builderPayouts.payOut>) {
    const paid = await this.payouts.payOut(callerOf(request), body, requestIdOf(request));
    markReplay(reply, { replayed: paid.isReplay });
    return presentablePayout({ ...paid, ...newProgress(paid) }, this.names);
  }

  @Endpoint(builderPayouts.listPayouts)
  async list({ query, request }: In<typeof builderPayouts.listPayouts>) {
    const { items, ...page } = await this.payouts.list(callerOf(request), query);
    return { ...page, items: items.map((one) => presentablePayout(one, this.names)) };
  }

  @Endpoint(builderPayouts.getPayout)
  async one({ path: { reference }, request }: In<typeof builderPayouts.getPayout>) {
    const payout = await this.payouts.one(callerOf(request), reference);
    return presentablePayout(payout, this.names);
  }
}
