import { Controller, Inject } from '@nestjs/common';
import {
  builderReads,
  presentBuilderRevenue,
  presentBuilderUsers,
  presentOwnBuilder,
  presentTrades,
} from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { BuilderReads } from './builder-reads';

/** What a builder reads of itself. Any of its keys may, one with the scope `read` alone too. */
@Controller()
export class BuilderController {
  constructor(@Inject(BuilderReads) private readonly reads: BuilderReads) {}

  @Endpoint(builderReads.getBuilder)
  async builder({ request }: In<typeof builderReads.getBuilder>) {
    return presentOwnBuilder(await this.reads.builder(callerOf(request)));
  }

  @Endpoint(builderReads.listBuilderUsers)
  async users({ query: { limit, after }, request }: In<typeof builderReads.listBuilderUsers>) {
    return presentBuilderUsers(await this.reads.users(callerOf(request), { limit, after }), limit);
  }

  @Endpoint(builderReads.getBuilderRevenue)
  async revenue({ query, request }: In<typeof builderReads.getBuilderRevenue>) {
    const { revenue, range } = await this.reads.revenue(callerOf(request), query);
    return presentBuilderRevenue(revenue, range);
  }

  @Endpoint(builderReads.listOwnTrades)
  async trades({ query, request }: In<typeof builderReads.listOwnTrades>) {
    return presentTrades(await this.reads.tradesOf(callerOf(request), query));
  }
}
