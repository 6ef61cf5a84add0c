import {
  DEFAULT_MAX_OPEN_ORDERS,
  EXCHANGE_MODES,
  MAX_BUILDER_FEE_BPS,
  MAX_FILLS_PER_COMMAND,
  MAX_NONCE,
  MAX_ORDER_SIZE,
  MAX_OUTCOMES_PER_EVENT,
  MAX_PRICE_BPS,
  MICRO_USDC_PER_CONTRACT,
  MIN_PRICE_BPS,
  NETWORKS,
  REMEMBERED_OUTCOMES,
} from '@bellwether/exchange';
import type { AsOf, ExchangeStatusView } from '@bellwether/exchange';
import { z } from 'zod';
import {
  DEFAULT_PAGE_LIMIT,
  MAX_BOOK_DEPTH,
  MAX_EVENTS_PAGE,
  MAX_ORDERS_PAGE,
  MAX_TRADES_PAGE,
  MAX_WITHDRAWALS_PAGE,
} from '../request/limits';
import { presentScan, scanAnswer } from './deposit';
import type { ScanProgress } from './deposit';
import { count, flag, named, oneOf, placeFields, time } from './fields';
import type { Answer } from './fields';
import { presentRateLimits, rateLimitsAnswer } from './rate-limits';
import type { RateLimitsShown } from './rate-limits';
import { presentPlace, unixSecondsOf } from './units';

/** The maxima that clients need. The reason of each is given where the engine and this library define it. */
const MAXIMA = {
  min_price: MIN_PRICE_BPS,
  max_price: MAX_PRICE_BPS,
  max_size: MAX_ORDER_SIZE,
  max_nonce: MAX_NONCE,
  micro_usdc_per_contract: MICRO_USDC_PER_CONTRACT,
  max_builder_fee_bps: MAX_BUILDER_FEE_BPS,
  max_open_orders: DEFAULT_MAX_OPEN_ORDERS,
  max_fills_per_order: MAX_FILLS_PER_COMMAND,
  remembered_outcomes: REMEMBERED_OUTCOMES,
  max_outcomes_per_event: MAX_OUTCOMES_PER_EVENT,
  max_book_depth: MAX_BOOK_DEPTH,
  default_page_limit: DEFAULT_PAGE_LIMIT,
  max_trades_page: MAX_TRADES_PAGE,
  max_orders_page: MAX_ORDERS_PAGE,
  max_markets_page: MAX_EVENTS_PAGE,
  max_withdrawals_page: MAX_WITHDRAWALS_PAGE,
} as const;

const limitsAnswer = named(
  'Limits',
  z.strictObject({
    min_price: count('Lowest price, in basis points', MIN_PRICE_BPS),
    max_price: count('Highest price, in basis points', MAX_PRICE_BPS),
    max_size: count('Contracts of one order', MAX_ORDER_SIZE),
    max_nonce: count('Highest nonce', MAX_NONCE),
    micro_usdc_per_contract: count('What a contract that comes true pays', MICRO_USDC_PER_CONTRACT),
    max_builder_fee_bps: count('Highest `fee_bps` of an order', MAX_BUILDER_FEE_BPS),
    max_open_orders: count(
      'Open orders of a user with 100 USD: fewer with less, more with 10,000, or what an operator allowed it',
      DEFAULT_MAX_OPEN_ORDERS,
    ),
    max_fills_per_order: count('Fills of one order at once', MAX_FILLS_PER_COMMAND),
    remembered_outcomes: count(
      'Answers that the engine keeps for repeats of nonces',
      REMEMBERED_OUTCOMES,
    ),
    max_outcomes_per_event: count('Markets of one event', MAX_OUTCOMES_PER_EVENT),
    max_book_depth: count('Levels a side of a book', MAX_BOOK_DEPTH),
    default_page_limit: count('`limit` where none is given', DEFAULT_PAGE_LIMIT),
    max_trades_page: count('Highest `limit` of trades', MAX_TRADES_PAGE),
    max_orders_page: count('Highest `limit` of orders', MAX_ORDERS_PAGE),
    max_markets_page: count('Highest `limit` of markets and events', MAX_EVENTS_PAGE),
    max_withdrawals_page: count('Highest `limit` of withdrawals', MAX_WITHDRAWALS_PAGE),
    max_body_bytes: count('Bytes of a request body', 16_384),
    rate_limits: rateLimitsAnswer
      .nullable()
      .describe('How often things may be done; null where this exchange sets no limit'),
  }),
  'What a client must stay within.',
);
const historyAnswer = named(
  'HistoryState',
  z.strictObject({
    available: flag('Whether history can be read now', true),
    seq: count('The last command it has taken in; null where it cannot be read', 1_204).nullable(),
    lag: count(
      'Commands between it and the last one that left anything to take in; null likewise',
      0,
    ).nullable(),
  }),
  'How far history has come: trades, candles and ended orders are read from it.',
);
const chainsState = named(
  'ChainsState',
  z.strictObject({
    available: z.literal(true).meta({ description: 'The chains are read' }),
    ext: scanAnswer.describe('The chain that users deposit from'),
    main: scanAnswer.describe('The chain where the vault is'),
  }),
  'How far the chains have been read.',
);
const noChainsState = z
  .strictObject({ available: z.literal(false).meta({ description: 'It is not known now' }) })
  .meta({ description: 'It is not known now' });

export const statusAnswer = named(
  'ExchangeStatus',
  z.strictObject({
    network: oneOf(NETWORKS, 'Which network this exchange is of', 'test'),
    mode: oneOf(EXCHANGE_MODES, '`open`; `cancel_only`: no new orders; `halted`: nothing', 'open'),
    ...placeFields,
    server_time: time("The gateway's clock"),
    history: historyAnswer,
    accounts: count('Users that ever had anything', 12),
    markets: count('Markets', 5),
    resting_orders: count('Open orders of all users', 37),
    withdrawals_paused: flag('Whether new withdrawals are refused', false),
    open_withdrawals: count('Withdrawals under way', 0),
    funding: z
      .union([chainsState, noChainsState])
      .nullable()
      .describe('How far the chains have been read; null where this exchange has none'),
    limits: limitsAnswer,
  }),
  'The state of the exchange.',
);
export type StatusAnswer = Answer<typeof statusAnswer>;

export const timeAnswer = named(
  'ServerTime',
  z.strictObject({
    time: time("The server's clock"),
    time_ms: count(
      'The same in Unix milliseconds, for those who set a clock by it',
      1_795_255_200_123,
    ),
  }),
  "The server's clock.",
);
export type TimeAnswer = Answer<typeof timeAnswer>;

/** How far history has come; null if it cannot be read now. */
export interface HistoryState {
  readonly seq: number;
}

/** How far the chains have been read. `unavailable`: not known now. Null: this exchange has no chains. */
export type FundingState = readonly ScanProgress[] | 'unavailable' | null;

export interface StatusParts {
  readonly view: ExchangeStatusView;
  readonly asOf: AsOf;
  readonly history: HistoryState | null;
  readonly funding: FundingState;
  readonly nowMs: number;
  readonly bodyLimitBytes: number;
  readonly rateLimits: RateLimitsShown | null;
}

/**
 * `GET /v1/status`. `history.lag` is the seq distance between history and the last command with events: 0 if history
 * has them all, even if commands without events followed.
 */
export const presentStatus = (parts: StatusParts): StatusAnswer => {
  const { view, asOf, history, nowMs } = parts;
  return {
    network: view.network,
    mode: view.mode,
    ...presentPlace(asOf),
    server_time: unixSecondsOf(nowMs),
    history:
      history === null
        ? { available: false, seq: null, lag: null }
        : { available: true, seq: history.seq, lag: Math.max(0, view.lastEventSeq - history.seq) },
    accounts: view.accounts,
    markets: view.markets,
    resting_orders: view.restingOrders,
    withdrawals_paused: view.withdrawalsPaused,
    open_withdrawals: view.openWithdrawals,
    funding: presentFunding(parts.funding, nowMs),
    limits: {
      ...MAXIMA,
      max_body_bytes: parts.bodyLimitBytes,
      rate_limits: presentRateLimits(parts.rateLimits),
    },
  };
};

/** For each chain: the last block read, and how long ago that was. */
function presentFunding(funding: FundingState, nowMs: number): StatusAnswer['funding'] {
  if (funding === null) return null;
  if (funding === 'unavailable') return { available: false };
  return {
    available: true,
    ext: presentScan('ext', funding, nowMs),
    main: presentScan('main', funding, nowMs),
  };
}

/** `GET /v1/time`: Unix seconds, and milliseconds for setting a clock. */
export const presentTime = (nowMs: number): TimeAnswer => ({
  time: unixSecondsOf(nowMs),
  time_ms: nowMs,
});
