import type { Resolution } from '../command';
import type { CommandEvents } from '../command-events';
import { MICRO_USDC_PER_BP, MICRO_USDC_PER_CONTRACT, PRICE_SCALE_BPS } from '../limits';
import { HELD, NEXT_POSITION, POSITION_ACCOUNT } from '../accounts/position-table';
import {
  EVENT,
  PAID,
  RESOLVED,
  RESOLVED_MS,
  RESOLVED_SEQ,
  STATUS,
  VOIDED,
} from '../markets/market-table';
import { NO, YES } from '../orders/order-word';
import type { Answer, ReplyBody, ResolvedMarket } from '../reply';
import type { ExchangeState } from '../state';
import { replayed } from './answers';
import { cancelMarketOrders } from './market-orders';

export const DEFAULT_VOID_PRICE_BPS = PRICE_SCALE_BPS / 2;

/** How a market is resolved. `price` is null unless it is a void. */
export interface Ending {
  readonly resolution: Resolution;
  readonly price: number | null;
}

/** The ending that a command names. A void without a price is at 5000. */
export const endingOf = (resolution: Resolution, price: number | null): Ending => ({
  resolution,
  price: resolution === 'void' ? (price ?? DEFAULT_VOID_PRICE_BPS) : null,
});

export const isResolved = (state: ExchangeState, market: number): boolean =>
  state.markets.resolution(market) !== null;

export const isResolvedAs = (state: ExchangeState, market: number, ending: Ending): boolean =>
  state.markets.resolution(market) === ending.resolution &&
  state.markets.resolutionPrice(market) === ending.price;

/**
 * Resolves a market from any earlier state: cancels its orders, then pays every holder in order of the creation of
 * their positions. No position and no collateral remains.
 */
export function resolve(
  state: ExchangeState,
  market: number,
  ending: Ending,
  events: CommandEvents,
): void {
  const { markets } = state;
  const { resolution, price } = ending;
  cancelMarketOrders(state, market, 'market_resolved', events);
  const paidMicroUsdc = payHolders(state, market, ending, events);
  const status = resolution === 'void' ? VOIDED : RESOLVED;
  markets.setInt(market, STATUS, status);
  const { lastSeq: seq, lastTimestampMs: timestampMs } = state;
  markets.setResolution(market, { resolution, price, paid: paidMicroUsdc, seq, timestampMs });
  const marketId = markets.idOf(market);
  events.add({ kind: 'market_resolved', marketId, resolution, price, paidMicroUsdc });
  noteResolved(state, markets.int(market, EVENT));
}

/** An event whose last market was resolved joins the queue for archiving. */
function noteResolved(state: ExchangeState, event: number): void {
  const { catalogue, resolvedEvents, lastTimestampMs: resolvedMs } = state;
  const isLeft = catalogue.marketsOf(event).some((market) => !isResolved(state, market));
  if (!isLeft) resolvedEvents.add({ event, resolvedMs });
}

/** After a snapshot is loaded: queues the resolved events for archiving, in the order of their last resolutions. */
export function findResolvedEvents(state: ExchangeState): void {
  const { catalogue, markets, resolvedEvents } = state;
  const lastOf = (event: number): number =>
    catalogue
      .marketsOf(event)
      .reduce((a, b) => (markets.word(b, RESOLVED_SEQ) > markets.word(a, RESOLVED_SEQ) ? b : a));
  const resolved = catalogue
    .all()
    .filter((event) => catalogue.marketsOf(event).every((market) => isResolved(state, market)))
    .map((event) => ({ event, last: lastOf(event) }))
    .toSorted((a, b) => markets.word(a.last, RESOLVED_SEQ) - markets.word(b.last, RESOLVED_SEQ));
  for (const { event, last } of resolved) {
    resolvedEvents.add({ event, resolvedMs: markets.word(last, RESOLVED_MS) });
  }
}

function payHolders(
  state: ExchangeState,
  market: number,
  ending: Ending,
  events: CommandEvents,
): number {
  const { accounts, positions, holdings } = state;
  let paid = 0;
  for (let position = holdings.firstPosition(market); position !== 0;) {
    const next = positions.ints[(position << 4) + NEXT_POSITION]!;
    const account = positions.ints[(position << 4) + POSITION_ACCOUNT]!;
    const yesContracts = positions.words[(position << 3) + HELD + YES]!;
    const noContracts = positions.words[(position << 3) + HELD + NO]!;
    const paidMicroUsdc = payoutOf(ending, yesContracts, noContracts);
    accounts.payOut(market, position, account, paidMicroUsdc);
    accounts.freeIfIdle(market, position);
    paid += paidMicroUsdc;
    events.add({
      kind: 'payout',
      marketId: state.markets.idOf(market),
      user: state.accountTable.userOf(account),
      yesContracts,
      noContracts,
      paidMicroUsdc,
    });
    position = next;
  }
  return paid;
}

/** Exact: the YES and NO prices of a void add up to 1 USD, so all payouts add up to the collateral. */
export function payoutOf({ resolution, price }: Ending, yes: number, no: number): number {
  if (resolution === 'yes') return yes * MICRO_USDC_PER_CONTRACT;
  if (resolution === 'no') return no * MICRO_USDC_PER_CONTRACT;
  const yesPrice = price ?? DEFAULT_VOID_PRICE_BPS;
  return MICRO_USDC_PER_BP * (yesPrice * yes + (PRICE_SCALE_BPS - yesPrice) * no);
}

/** A resolved market in the form of replies. */
export function resolvedMarket(state: ExchangeState, market: number): ResolvedMarket {
  const { markets } = state;
  return {
    marketId: markets.idOf(market),
    status: markets.statusName(market),
    resolution: markets.resolution(market)!,
    price: markets.resolutionPrice(market),
    paidMicroUsdc: markets.word(market, PAID),
  };
}

/**
 * The answer when nothing is left to resolve: that of the command that resolved the last of these markets. Needs at
 * least one market.
 */
export function resolvedBefore(
  { markets }: ExchangeState,
  resolved: readonly number[],
  body: ReplyBody,
): Answer {
  const seqOf = (market: number): number => markets.word(market, RESOLVED_SEQ);
  const last = resolved.reduce((a, b) => (seqOf(b) > seqOf(a) ? b : a));
  return replayed({ seq: seqOf(last), timestampMs: markets.word(last, RESOLVED_MS), body });
}
