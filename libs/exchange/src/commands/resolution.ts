import { toHex } from '@bellwether/codec';
import type { CommandEvents } from '../command-events';
import type { Ending } from '../markets/ending';
import {
  EVENT,
  PAID,
  RESOLVED,
  RESOLVED_MS,
  RESOLVED_SEQ,
  STATUS,
  VOIDED,
} from '../markets/market-table';
import type { MarketTable } from '../markets/market-table';
import { refused } from '../refusal';
import type { Answer, ReplyBody, ReplyOf, ResolvedMarket } from '../reply';
import type { ExchangeState } from '../state';
import { replayed } from './answers';
import { beginWindDown } from './wind-down';

export const isResolved = (state: ExchangeState, market: number): boolean =>
  state.markets.resolution(market) !== null;

export const isResolvedAs = (state: ExchangeState, market: number, ending: Ending): boolean =>
  state.markets.resolution(market) === ending.resolution &&
  state.markets.resolutionPrice(market) === ending.price;

/**
 * Resolves markets of one event from any earlier state. Each is resolved at once; its orders are cancelled and its holders
 * paid in slices (wind-down.ts), in order of the creation of their positions. All of them together are paid its collateral.
 */
export function resolve(
  state: ExchangeState,
  endings: readonly { readonly market: number; readonly ending: Ending }[],
  events: CommandEvents,
): void {
  const { markets, holdings, lastSeq: seq, lastTimestampMs: timestampMs } = state;
  for (const { market, ending } of endings) {
    const paid = holdings.collateral(market);
    markets.setInt(market, STATUS, ending.resolution === 'void' ? VOIDED : RESOLVED);
    markets.setResolution(market, { ...ending, paid, seq, timestampMs });
    const marketId = markets.idOf(market);
    events.add({ kind: 'market_resolved', marketId, ...ending, paidMicroUsdc: paid });
  }
  beginWindDown(
    state,
    endings.map(({ market }) => market),
    events,
  );
  const [first] = endings;
  if (first !== undefined) noteResolved(state, markets.int(first.market, EVENT));
}

/** Where a result is proposed before it is paid, nobody resolves at once; nor a market that is in a case. */
export function refuseByCase(
  { cases, catalogue, markets }: ExchangeState,
  open: readonly number[],
): ReplyOf<'refused'> | null {
  for (const market of open) {
    const event = catalogue.entry(markets.int(market, EVENT));
    const windowSeconds = event.resolutionRules?.windowSeconds ?? 0;
    if (windowSeconds > 0)
      return refused('RESOLUTION_BY_PROPOSAL', { window_seconds: windowSeconds });
    if (cases.ofMarket(market) !== undefined) return inCase(markets, market);
  }
  return null;
}

export const inCase = (markets: MarketTable, market: number): ReplyOf<'refused'> =>
  refused('MARKET_STATE_CONFLICT', {
    status: markets.statusName(market),
    market_id: toHex(markets.idOf(market)),
  });

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
