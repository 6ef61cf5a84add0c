import {
  builderRevenueAnswer,
  builderUsersAnswer,
  ownBuilderAnswer,
} from '../../answer/builder-reads';
import { builderTradesAnswer } from '../../answer/builder';
import { tradesAnswer } from '../../answer/fill';
import { HISTORY_READ, MARKET_HISTORY_READ } from '../../endpoint-codes';
import {
  builderRevenueQuery,
  builderTradesRequest,
  builderUsersQuery,
  ownTradesQuery,
} from '../../request/builder';
import { endpoints } from '../endpoint';

export const builderReads = endpoints(
  { tag: 'Revenue', caller: { credential: 'envelope' } },
  {
    listBuilderTrades: {
      route: 'POST /v1/trades',
      call: 'trades',
      effect: 'read',
      body: builderTradesRequest,
      summary: "List the trades of a builder's users",
      description:
        'Of the users that the calling key has made, with the sums of all fees that match. Newest first.',
      answer: builderTradesAnswer,
      codes: MARKET_HISTORY_READ,
    },
    getBuilder: {
      route: 'GET /v1/builder',
      summary: 'Read the own name, limits and keys',
      description:
        'The scope `read` alone is enough, as for users, revenue and trades of the builder.',
      answer: ownBuilderAnswer,
      codes: HISTORY_READ,
    },
    listBuilderUsers: {
      route: 'GET /v1/builder/users',
      call: 'users',
      query: builderUsersQuery,
      summary: 'List the own users',
      description: 'All users of the builder, through whichever of its keys they were made.',
      answer: builderUsersAnswer,
      codes: HISTORY_READ,
    },
    getBuilderRevenue: {
      route: 'GET /v1/builder/revenue',
      call: 'revenue',
      query: builderRevenueQuery,
      summary: 'Read the own revenue by day and by market',
      description:
        'What all keys of the builder earned, revoked ones too. Moments behind the exchange, as all history is.',
      answer: builderRevenueAnswer,
      codes: HISTORY_READ,
    },
    listOwnTrades: {
      route: 'GET /v1/builder/trades',
      query: ownTradesQuery,
      summary: 'List the trades of the own users',
      description:
        'Newest first. Of all users of the builder, through whichever of its keys they were made.',
      answer: tradesAnswer,
      codes: HISTORY_READ,
    },
  },
);
