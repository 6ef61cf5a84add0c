/** Resolution of one market or of a whole event (docs/protocol/matching.md, section 8). */
import { toHex } from '@bellwether/codec';
import type { CommandOf, Resolution } from '../../src/command';
import type { Refusal, ReplyBody, ResolvedMarket } from '../../src/reply';
import { toSafeNumber } from './amounts';
import { refuseResolution } from './open-cases';
import { DEFAULT_VOID_PRICE, payoutOf } from './payouts';
import { refuse, refused } from './refusals';
import { endOf } from './slices';
import type { CatalogueEntry, Market, State } from './state';

/** `before`: the earlier command that resolved it, if nothing was left to do. */
export interface Resolved {
  readonly body: ReplyBody;
  readonly before: { readonly seq: number; readonly timestampMs: number } | null;
}

const no = (refusal: Refusal): Resolved => ({ body: refused(refusal), before: null });

export function resolveMarket(
  state: State,
  { marketId, resolution, price }: CommandOf<'resolve_market'>,
): Resolved {
  const market = state.markets.get(toHex(marketId));
  if (market === undefined) {
    return no(refuse('MARKET_NOT_FOUND', { market_id: toHex(marketId) }));
  }
  const before = market.resolvedAt;
  const at = resolution === 'void' ? (price ?? DEFAULT_VOID_PRICE) : null;
  if (market.resolution !== null) {
    const isSame = market.resolution === resolution && market.resolutionPrice === at;
    if (!isSame) return no(refuse('ALREADY_RESOLVED', { resolution: market.resolution }));
  } else if (refuseResolution(state, [market]) !== null) {
    return no(refuseResolution(state, [market])!);
  } else if (resolution === 'yes' && market.event.command.mutuallyExclusive) {
    return no(refuse('RESOLVE_BY_EVENT'));
  } else {
    markResolved(state, market, resolution, at);
    endOf(state, [market]);
  }
  return { body: { kind: 'market_resolved', market: resolvedOf(market) }, before };
}

export function resolveEvent(
  state: State,
  { eventId, winner }: CommandOf<'resolve_event'>,
): Resolved {
  const event = state.events.get(eventId);
  if (event === undefined) return no(refuse('EVENT_NOT_FOUND'));
  const winning = event.markets.find(
    ({ marketId }) => winner !== null && toHex(marketId) === toHex(winner),
  );
  if (winner !== null && winning === undefined) {
    return no(refuse('MARKET_NOT_FOUND', { market_id: toHex(winner) }));
  }
  if (contradicts(event, winning)) return no(refuse('ALREADY_RESOLVED'));
  const left = event.markets.filter((market) => market.resolution === null);
  const early = refuseResolution(state, left);
  if (early !== null) return no(early);
  const places = event.markets.map(({ resolvedAt }) => resolvedAt);
  const done = places.filter((place) => place !== null).toSorted((a, b) => a.seq - b.seq);
  const before = done.length === places.length ? done.at(-1)! : null;
  for (const market of left) {
    if (winning === undefined) markResolved(state, market, 'void', DEFAULT_VOID_PRICE);
    else markResolved(state, market, market === winning ? 'yes' : 'no', null);
  }
  endOf(state, left);
  const body = { kind: 'event_resolved', eventId, markets: event.markets.map(resolvedOf) } as const;
  return { body, before };
}

/** Another market won already, or this one cannot win any more. */
function contradicts({ markets }: CatalogueEntry, winning: Market | undefined): boolean {
  const hasOtherWinner = markets.some(
    (market) => market !== winning && market.resolution === 'yes',
  );
  return hasOtherWinner || winning?.resolution === 'no' || winning?.resolution === 'void';
}

/** All holders together get what the positions are worth. They get it slice by slice. */
export function markResolved(
  state: State,
  market: Market,
  resolution: Resolution,
  price: number | null,
): void {
  for (const position of market.positions.values()) {
    market.paid += payoutOf(position, resolution, price);
  }
  if (market.paid !== market.collateral) throw new Error('the collateral is not what is owed');
  market.status = resolution === 'void' ? 'voided' : 'resolved';
  market.resolution = resolution;
  market.resolutionPrice = price;
  market.resolvedAt = { seq: state.seq, timestampMs: state.timestampMs };
  state.emitted.push({
    kind: 'market_resolved',
    marketId: market.marketId,
    resolution,
    price,
    paidMicroUsdc: toSafeNumber(market.paid),
  });
}

const resolvedOf = (market: Market): ResolvedMarket => ({
  marketId: market.marketId,
  status: market.status,
  resolution: market.resolution!,
  price: market.resolutionPrice,
  paidMicroUsdc: toSafeNumber(market.paid),
});
