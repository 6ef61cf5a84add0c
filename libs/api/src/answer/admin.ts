/** `data` of the admin answers (decisions 10), which are wrapped as `{success, data}`. */
import type { ReplyOf, ResolvedMarket } from '@bellwether/exchange';
import { presentFeeCategory } from './fees';
import { presentMarketId, presentUser } from './units';
import type { AsOf } from './units';

export const success = <T>(data: T) => ({ success: true, data }) as const;

export const presentEventCreated = (reply: ReplyOf<'event_created'>, { seq }: AsOf) => ({
  event_id: reply.eventId,
  outcomes: reply.markets.map(({ label, marketId }) => ({
    label,
    market_id: presentMarketId(marketId),
  })),
  seq,
});

export const presentMarketStatus = (reply: ReplyOf<'market_status'>, { seq }: AsOf) => ({
  market_id: presentMarketId(reply.marketId),
  status: reply.status,
  seq,
});

const presentResolved = (market: ResolvedMarket, { seq }: AsOf) => ({
  market_id: presentMarketId(market.marketId),
  status: market.status,
  outcome: market.resolution,
  price: market.price,
  paid_micro_usdc: market.paidMicroUsdc,
  seq,
});

export const presentMarketResolved = (reply: ReplyOf<'market_resolved'>, asOf: AsOf) =>
  presentResolved(reply.market, asOf);

export const presentEventResolved = (reply: ReplyOf<'event_resolved'>, asOf: AsOf) => ({
  event_id: reply.eventId,
  markets: reply.markets.map((market) => presentResolved(market, asOf)),
  seq: asOf.seq,
});

export const presentCredited = (reply: ReplyOf<'credited'>, { seq }: AsOf) => ({
  user: presentUser(reply.user),
  available: reply.available,
  seq,
});

export const presentMode = (reply: ReplyOf<'mode'>, { seq }: AsOf) => ({ mode: reply.mode, seq });

export const presentSchedule = (reply: ReplyOf<'fees'>, { seq }: AsOf) => ({
  categories: reply.categories.map(presentFeeCategory),
  seq,
});

export const presentUserLimits = (reply: ReplyOf<'open_order_limit'>, { seq }: AsOf) => ({
  user: presentUser(reply.user),
  max_open_orders: reply.maxOpenOrders,
  seq,
});

/** `POST /admin/withdrawals/pause`, `/resume` */
export const presentWithdrawalsPaused = (reply: ReplyOf<'withdrawals'>, { seq }: AsOf) => ({
  paused: reply.paused,
  seq,
});
