import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  HISTORY_READ,
  builderRevenueAnswer,
  builderRevenueQuery,
  builderUsersAnswer,
  builderUsersQuery,
  ownBuilderAnswer,
  ownTradesQuery,
  presentBuilderRevenue,
  presentBuilderUsers,
  presentOwnBuilder,
  presentTrades,
  tradesAnswer,
} from '@bellwether/api';
import type { BuilderRevenueQuery, BuilderUsersQuery, OwnTradesQuery } from '@bellwether/api';
import { Answers, QueryParams } from '@bellwether/runtime';
import type { Caller } from '../envelope/authenticator';
import { FromCaller } from '../envelope/envelope.guard';
import { BuilderReads } from './builder-reads';

/** What a builder reads of itself. Any of its keys may, one with the scope `read` alone too. */
@ApiTags('Revenue')
@Controller('v1/builder')
export class BuilderController {
  constructor(@Inject(BuilderReads) private readonly reads: BuilderReads) {}

  @Answers('getBuilder', {
    summary: 'Read the own name, limits and keys',
    answer: ownBuilderAnswer,
    codes: HISTORY_READ,
  })
  @Get()
  async builder(@FromCaller() caller: Caller) {
    return presentOwnBuilder(await this.reads.builder(caller));
  }

  @Answers('listBuilderUsers', {
    summary: 'List the own users',
    description: 'All users of the builder, through whichever of its keys they were made.',
    answer: builderUsersAnswer,
    codes: HISTORY_READ,
  })
  @Get('users')
  async users(
    @FromCaller() caller: Caller,
    @QueryParams(builderUsersQuery) { limit, after }: BuilderUsersQuery,
  ) {
    return presentBuilderUsers(await this.reads.users(caller, { limit, after }), limit);
  }

  @Answers('getBuilderRevenue', {
    summary: 'Read the own revenue by day and by market',
    description:
      'What all keys of the builder earned, revoked ones too. Moments behind the exchange, as all history is.',
    answer: builderRevenueAnswer,
    codes: HISTORY_READ,
  })
  @Get('revenue')
  async revenue(
    @FromCaller() caller: Caller,
    @QueryParams(builderRevenueQuery) query: BuilderRevenueQuery,
  ) {
    const { revenue, range } = await this.reads.revenue(caller, query);
    return presentBuilderRevenue(revenue, range);
  }

  @Answers('listOwnTrades', {
    summary: 'List the trades of the own users',
    description:
      'Newest first. Of all users of the builder, through whichever of its keys they were made.',
    answer: tradesAnswer,
    codes: HISTORY_READ,
  })
  @Get('trades')
  async trades(@FromCaller() caller: Caller, @QueryParams(ownTradesQuery) query: OwnTradesQuery) {
    return presentTrades(await this.reads.tradesOf(caller, query));
  }
}
