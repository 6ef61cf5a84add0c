import type {
  BuilderRevenue,
  BuilderUsersPage,
  GetBuilderRevenueQuery,
  ListBuilderUsersQuery,
  ListOwnTradesQuery,
  OwnBuilder,
  TradesPage,
} from './generated/interface';
import type { Caller } from './http/caller';
import type { CallOptions } from './http/http-sender';

/** A builder's own data. */
export class BuilderReads {
  protected readonly caller: Caller;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  /** Name, limits and keys of the builder. A key with the scope `read` alone is enough for this and the next three. */
  builder(options?: CallOptions): Promise<OwnBuilder> {
    return this.caller.read('/v1/builder', ['builder_id', 'keys'], { ...options });
  }

  /** All users of the builder; `next_cursor` goes into `after`. */
  users(query: ListBuilderUsersQuery = {}, options?: CallOptions): Promise<BuilderUsersPage> {
    return this.caller.read('/v1/builder/users', ['users'], { ...options, query: { ...query } });
  }

  /** Of users that any of the builder's keys made, newest first. */
  ownTrades(query: ListOwnTradesQuery = {}, options?: CallOptions): Promise<TradesPage> {
    return this.caller.read('/v1/builder/trades', ['trades'], { ...options, query: { ...query } });
  }

  /** The revenue of all keys of the builder, by day and by market. */
  revenue(query: GetBuilderRevenueQuery = {}, options?: CallOptions): Promise<BuilderRevenue> {
    return this.caller.read('/v1/builder/revenue', ['total', 'days'], {
      ...options,
      query: { ...query },
    });
  }
}
