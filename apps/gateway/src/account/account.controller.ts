import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import {
  marketId,
  presentBalance,
  presentNonces,
  presentPosition,
  presentTrades,
  publicKey,
  tradesQuery,
} from '@bellwether/api';
import type { TradesQuery } from '@bellwether/api';
import { TradeHistory } from '@bellwether/persistence';
import { SharedQueries } from '../engine/shared-queries';
import { Catalogue } from '../catalogue/catalogue';

/** What one user has: asked of the engine, so that a caller reads its own writes. An unknown user has zeros. */
@Controller('/v1')
export class AccountController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(TradeHistory) private readonly trades: TradeHistory,
  ) {}

  @Get('/balance/:public_key')
  async balance(@Param('public_key', { schema: publicKey }) user: Uint8Array) {
    const { view, ...asOf } = await this.engine.query('balance', { user });
    return presentBalance(view, asOf);
  }

  @Get('/position/:market_id/:public_key')
  async position(
    @Param('market_id', { schema: marketId }) market: Uint8Array,
    @Param('public_key', { schema: publicKey }) user: Uint8Array,
  ) {
    const [{ view, ...asOf }] = await Promise.all([
      this.engine.query('position', { user, marketId: market }),
      this.catalogue.market(market),
    ]);
    return presentPosition(market, view, asOf);
  }

  @Get('/nonce/:public_key')
  async nonce(@Param('public_key', { schema: publicKey }) user: Uint8Array) {
    const { view, ...asOf } = await this.engine.query('nonces', { user });
    return presentNonces(user, view, asOf);
  }

  @Get('/trades/:public_key')
  async tradesOf(
    @Param('public_key', { schema: publicKey }) user: Uint8Array,
    @Query({ schema: tradesQuery }) query: TradesQuery,
  ) {
    return presentTrades(await this.trades.ofUser(user, query));
  }
}
