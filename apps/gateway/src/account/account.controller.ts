import { Controller, Inject } from '@nestjs/common';
import { accounts, withPlace } from '@bellwether/api';
import { PositionHistory, TradeHistory } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { Catalogue } from '../catalogue/catalogue';
import { AccountViews } from '../live/account-views';
import { SharedQueries } from '../live/shared-queries';

/** A user's account now, never older than the request: a caller reads its own writes. An unknown user has zeros. */
@Controller()
export class AccountController {
  constructor(
    @Inject(AccountViews) private readonly accounts: AccountViews,
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(TradeHistory) private readonly trades: TradeHistory,
    @Inject(PositionHistory) private readonly positions: PositionHistory,
  ) {}

  @Endpoint(accounts.getBalance)
  async balance({ path: { public_key: user } }: In<typeof accounts.getBalance>) {
    const { view, asOf } = await this.accounts.balance(user);
    return withPlace(view, asOf);
  }

  @Endpoint(accounts.getPosition)
  async position({
    path: { market_id: market, public_key: user },
  }: In<typeof accounts.getPosition>) {
    const [{ view, asOf }] = await Promise.all([
      this.accounts.position(user, market),
      this.catalogue.market(market),
    ]);
    return withPlace(view, asOf, { marketId: market });
  }

  @Endpoint(accounts.listPositions)
  positionsOf({
    path: { public_key: user },
    query: { filter, page },
  }: In<typeof accounts.listPositions>) {
    return this.positions.ofUser(user, filter, page);
  }

  @Endpoint(accounts.getNonces)
  async nonce({ path: { public_key: user } }: In<typeof accounts.getNonces>) {
    const { view, ...asOf } = await this.engine.query('nonces', { user });
    return withPlace(view, asOf, { user });
  }

  @Endpoint(accounts.listUserTrades)
  tradesOf({ path: { public_key: user }, query }: In<typeof accounts.listUserTrades>) {
    return this.trades.ofUser(user, query);
  }
}
