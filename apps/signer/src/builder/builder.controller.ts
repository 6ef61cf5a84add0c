import { Controller, Inject } from '@nestjs/common';
import { builderReads } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { BuilderReads } from './builder-reads';

/** What a builder reads about itself. Any of its keys may, including one with only the scope `read`. */
@Controller()
export class BuilderController {
  constructor(@Inject(BuilderReads) private readonly reads: BuilderReads) {}

  @Endpoint(builderReads.getBuilder)
  builder({ request }: In<typeof builderReads.getBuilder>) {
    return this.reads.builder(callerOf(request));
  }

  @Endpoint(builderReads.listBuilderUsers)
  users({ query, request }: In<typeof builderReads.listBuilderUsers>) {
    return this.reads.users(callerOf(request), query);
  }

  @Endpoint(builderReads.getBuilderRevenue)
  revenue({ query, request }: In<typeof builderReads.getBuilderRevenue>) {
    return this.reads.revenue(callerOf(request), query);
  }

  @Endpoint(builderReads.listOwnTrades)
  trades({ query, request }: In<typeof builderReads.listOwnTrades>) {
    return this.reads.tradesOf(callerOf(request), query);
  }
}
