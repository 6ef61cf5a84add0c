import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ENGINE_READ,
  HISTORY_READ,
  MARKET_HISTORY_READ,
  balanceAnswer,
  marketId,
  noncesAnswer,
  positionAnswer,
  positionsAnswer,
  positionsQuery,
  presentBalance,
  presentNonces,
  presentPosition,
  presentPositions,
  presentTrades,
  publicKey,
  tradesAnswer,
  tradesQuery,
} from '@bellwether/api';
import type { PositionsQuery, TradesQuery } from '@bellwether/api';
import { PositionHistory, TradeHistory } from '@bellwether/persistence';
import { Answers, Direct, PathParam, QueryParams } from '@bellwether/runtime';
import { SharedQueries } from '../live/shared-queries';
import { Catalogue } from '../catalogue/catalogue';
import { AccountViews } from '../live/account-views';

/** A user's account now, never older than the request: a caller reads its own writes. An unknown user has zeros. */
@ApiTags('Accounts')
@Controller('/v1')
export class AccountController {
  constructor(
    @Inject(AccountViews) private readonly accounts: AccountViews,
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(TradeHistory) private readonly trades: TradeHistory,
    @Inject(PositionHistory) private readonly positions: PositionHistory,
  ) {}

  @Answers('getBalance', {
    summary: "Read a user's balance",
    description: 'Never older than the request: a caller reads its own writes.',
    answer: balanceAnswer,
    codes: ENGINE_READ,
  })
  @Direct()
  @Get('/balance/:public_key')
  async balance(@PathParam('public_key', publicKey) user: Uint8Array) {
    const { view, asOf } = await this.accounts.balance(user);
    return presentBalance(view, asOf);
  }

  @Answers('getPosition', {
    summary: "Read a user's position in a market",
    answer: positionAnswer,
    codes: MARKET_HISTORY_READ,
  })
  @Direct()
  @Get('/position/:market_id/:public_key')
  async position(
    @PathParam('market_id', marketId) market: Uint8Array,
    @PathParam('public_key', publicKey) user: Uint8Array,
  ) {
    const [{ view, asOf }] = await Promise.all([
      this.accounts.position(user, market),
      this.catalogue.market(market),
    ]);
    return presentPosition(market, view, asOf);
  }

  @Answers('listPositions', {
    summary: "List a user's positions, with what they cost and brought",
    description:
      'Exact from the ledger: trades, redemptions and payouts, at average cost. Of history, which may lag by moments: `seq` says how far it is. What is locked in open orders is in the position of a market.',
    answer: positionsAnswer,
    codes: HISTORY_READ,
  })
  @Get('/positions/:public_key')
  async positionsOf(
    @PathParam('public_key', publicKey) user: Uint8Array,
    @QueryParams(positionsQuery) { filter, page }: PositionsQuery,
  ) {
    return presentPositions(await this.positions.ofUser(user, filter, page));
  }

  @Answers('getNonces', {
    summary: "Read a user's nonces",
    description: 'Use any higher nonce for the next call of that kind.',
    answer: noncesAnswer,
    codes: ENGINE_READ,
  })
  @Direct()
  @Get('/nonce/:public_key')
  async nonce(@PathParam('public_key', publicKey) user: Uint8Array) {
    const { view, ...asOf } = await this.engine.query('nonces', { user });
    return presentNonces(user, view, asOf);
  }

  @Answers('listUserTrades', {
    summary: "List a user's trades",
    description: 'Of all markets, as maker and as taker.',
    answer: tradesAnswer,
    codes: HISTORY_READ,
  })
  @Get('/trades/:public_key')
  async tradesOf(
    @PathParam('public_key', publicKey) user: Uint8Array,
    @QueryParams(tradesQuery) query: TradesQuery,
  ) {
    return presentTrades(await this.trades.ofUser(user, query));
  }
}
