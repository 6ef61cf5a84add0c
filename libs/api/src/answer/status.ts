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
import type { ExchangeStatusView } from '@bellwether/exchange';
import { z } from 'zod';
import {
  DEFAULT_PAGE_LIMIT,
  MAX_BOOK_DEPTH,
  MAX_EVENTS_PAGE,
  MAX_ORDERS_PAGE,
  MAX_TRADES_PAGE,
  MAX_WITHDRAWALS_PAGE,
} from '../request/limits';
import { scanAnswer, scanOf } from './deposit';
import type { ScanProgress } from './deposit';
import { count, flag, named, oneOf, placeFields, time } from './fields';
import { from } from './inside';
import type { Inside } from './inside';
import { rateLimitsAnswer } from './rate-limits';

/** The reason of each is given where the engine and this library define it. */
const maximum = (what: string, value: number) => from(() => value, count(what, value));

const limitsAnswer = named(
  'Limits',
  z.strictObject({
    min_price: maximum('Lowest price, in basis points', MIN_PRICE_BPS),
    max_price: maximum('Highest price, in basis points', MAX_PRICE_BPS),
    max_size: maximum('Contracts of one order', MAX_ORDER_SIZE),
    max_nonce: maximum('Highest nonce', MAX_NONCE),
    micro_usdc_per_contract: maximum(
      'What a contract that comes true pays',
      MICRO_USDC_PER_CONTRACT,
    ),
    max_builder_fee_bps: maximum('Highest `fee_bps` of an order', MAX_BUILDER_FEE_BPS),
    max_open_orders: maximum(
      'Open orders of a user with 100 USD: fewer with less, more with 10,000, or what an operator allowed it',
      DEFAULT_MAX_OPEN_ORDERS,
    ),
    max_fills_per_order: maximum('Fills of one order at once', MAX_FILLS_PER_COMMAND),
    remembered_outcomes: maximum(
      'Answers that the engine keeps for repeats of nonces',
      REMEMBERED_OUTCOMES,
    ),
    max_outcomes_per_event: maximum('Markets of one event', MAX_OUTCOMES_PER_EVENT),
    max_book_depth: maximum('Levels a side of a book', MAX_BOOK_DEPTH),
    default_page_limit: maximum('`limit` where none is given', DEFAULT_PAGE_LIMIT),
    max_trades_page: maximum('Highest `limit` of trades', MAX_TRADES_PAGE),
    max_orders_page: maximum('Highest `limit` of orders', MAX_ORDERS_PAGE),
    max_markets_page: maximum('Highest `limit` of markets and events', MAX_EVENTS_PAGE),
    max_withdrawals_page: maximum('Highest `limit` of withdrawals', MAX_WITHDRAWALS_PAGE),
    max_body_bytes: from('bodyLimitBytes', count('Bytes of a request body', 16_384)),
    rate_limits: rateLimitsAnswer
      .nullable()
      .describe('How often things may be done; null where this exchange sets no limit'),
  }),
  'What a client must stay within.',
);

type Limits = Pick<Inside<typeof limitsAnswer>, 'bodyLimitBytes' | 'rateLimits'>;

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

/** How far history has come; null if it cannot be read now. */
export type HistoryState = { readonly seq: number } | null;

/** How far the chains have been read. `unavailable`: not known now. Null: this exchange has no chains. */
export type FundingState = readonly ScanProgress[] | 'unavailable' | null;

interface Progress {
  readonly progress: HistoryState;
  readonly lastEventSeq: ExchangeStatusView['lastEventSeq'];
}

/** `lag` is 0 if history has all commands with events, even if others followed. */
const historyOf = ({ progress, lastEventSeq }: Progress): Inside<typeof historyAnswer> =>
  progress === null
    ? { available: false, seq: null, lag: null }
    : { available: true, seq: progress.seq, lag: Math.max(0, lastEventSeq - progress.seq) };

interface Scanned {
  readonly scans: FundingState;
  readonly serverTimeMs: number;
}

function chainsOf({ scans, serverTimeMs: nowMs }: Scanned) {
  if (scans === null) return null;
  if (scans === 'unavailable') return { available: false as const };
  const [ext, main] = [scanOf('ext', scans, nowMs), scanOf('main', scans, nowMs)];
  return { available: true as const, ext, main };
}

export const statusAnswer = named(
  'ExchangeStatus',
  z.strictObject({
    network: oneOf(NETWORKS, 'Which network this exchange is of', 'test'),
    mode: oneOf(EXCHANGE_MODES, '`open`; `cancel_only`: no new orders; `halted`: nothing', 'open'),
    ...placeFields,
    server_time: time("The gateway's clock"),
    history: from(historyOf, historyAnswer),
    accounts: count('Users that ever had anything', 12),
    markets: count('Markets', 5),
    resting_orders: count('Open orders of all users', 37),
    withdrawals_paused: flag('Whether new withdrawals are refused', false),
    open_withdrawals: count('Withdrawals under way', 0),
    funding: from(
      chainsOf,
      z
        .union([chainsState, noChainsState])
        .nullable()
        .describe('How far the chains have been read; null where this exchange has none'),
    ),
    limits: from((limits: Limits) => limits, limitsAnswer),
  }),
  'The state of the exchange.',
);

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
