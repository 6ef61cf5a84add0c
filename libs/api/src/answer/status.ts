import {
  DEFAULT_MAX_OPEN_ORDERS,
  MAX_BUILDER_FEE_BPS,
  MAX_FILLS_PER_COMMAND,
  MAX_NONCE,
  MAX_ORDER_SIZE,
  MAX_OUTCOMES_PER_EVENT,
  MAX_PRICE_BPS,
  MICRO_USDC_PER_CONTRACT,
  MIN_PRICE_BPS,
  REMEMBERED_OUTCOMES,
} from '@bellwether/exchange';
import type { ExchangeStatusView } from '@bellwether/exchange';
import {
  DEFAULT_PAGE_LIMIT,
  MAX_BOOK_DEPTH,
  MAX_EVENTS_PAGE,
  MAX_ORDERS_PAGE,
  MAX_TRADES_PAGE,
  MAX_WITHDRAWALS_PAGE,
} from '../request/limits';
import { presentScan } from './deposit';
import type { ScanProgress } from './deposit';
import { presentPlace, unixSecondsOf } from './units';
import type { AsOf } from './units';

/** The maxima a client has to know. The reason of each stands where the engine and this library name it. */
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

/** How far history has come; null where it cannot be read now. */
export interface HistoryState {
  readonly seq: number;
}

/** How far the chains have been read; `unavailable`: it cannot be told now; null: this exchange has no chains. */
export type FundingState = readonly ScanProgress[] | 'unavailable' | null;

export interface StatusParts {
  readonly view: ExchangeStatusView;
  readonly asOf: AsOf;
  readonly history: HistoryState | null;
  readonly funding: FundingState;
  readonly nowMs: number;
  readonly bodyLimitBytes: number;
}

/**
 * `GET /v1/status`. `history.lag` is how many commands lie between what history has and the last one that it has to
 * take in: 0 where it has everything, whatever commands without events came after.
 */
export const presentStatus = (parts: StatusParts) => {
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
    limits: { ...MAXIMA, max_body_bytes: parts.bodyLimitBytes },
  };
};

/** Of each chain its last block that was read, and for how long no other has been. */
function presentFunding(funding: FundingState, nowMs: number) {
  if (funding === null) return null;
  if (funding === 'unavailable') return { available: false } as const;
  return {
    available: true,
    ext: presentScan('ext', funding, nowMs),
    main: presentScan('main', funding, nowMs),
  } as const;
}

/** `GET /v1/time`: Unix seconds, and milliseconds for those who set a clock by it. */
export const presentTime = (nowMs: number) => ({
  time: unixSecondsOf(nowMs),
  time_ms: nowMs,
});
