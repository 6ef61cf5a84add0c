/** Resolution of one market or of a whole event (decisions 5). */
import { toHex } from '@bellwether/codec';
import type { CommandOf, Resolution } from '../../src/command';
import type { ReplyBody, ResolvedMarket } from '../../src/reply';
import { MICRO_USDC_PER_CONTRACT, PRICE_SCALE, costOf, toSafeNumber } from './amounts';
import { cancelOrdersOf } from './cancels';
import { refuse, refused } from './refusals';
import type { CatalogueEntry, Market, Position, State } from './state';

const DEFAULT_VOID_PRICE = 5_000;

export function resolveMarket(
  state: State,
  { marketId, resolution, price }: CommandOf<'resolve_market'>,
): ReplyBody {
  const market = state.markets.get(toHex(marketId));
  if (market === undefined) {
    return refused(refuse('MARKET_NOT_FOUND', { market_id: toHex(marketId) }));
  }
  const at = resolution === 'void' ? (price ?? DEFAULT_VOID_PRICE) : null;
  if (market.resolution !== null) {
    const isSame = market.resolution === resolution && market.resolutionPrice === at;
    if (!isSame) return refused(refuse('ALREADY_RESOLVED', { resolution: market.resolution }));
  } else if (resolution === 'yes' && market.event.command.mutuallyExclusive === 1) {
    return refused(refuse('RESOLVE_BY_EVENT'));
  } else {
    payOut(state, market, resolution, at);
  }
  return { kind: 'market_resolved', market: resolvedOf(market) };
}

export function resolveEvent(
  state: State,
  { eventId, winner }: CommandOf<'resolve_event'>,
): ReplyBody {
  const event = state.events.get(eventId);
  if (event === undefined) return refused(refuse('EVENT_NOT_FOUND'));
  const winning = event.markets.find(
    ({ marketId }) => winner !== null && toHex(marketId) === toHex(winner),
  );
  if (winner !== null && winning === undefined) {
    return refused(refuse('MARKET_NOT_FOUND', { market_id: toHex(winner) }));
  }
  if (contradicts(event, winning)) return refused(refuse('ALREADY_RESOLVED'));
  for (const market of event.markets.filter(({ resolution }) => resolution === null)) {
    if (winning === undefined) payOut(state, market, 'void', DEFAULT_VOID_PRICE);
    else payOut(state, market, market === winning ? 'yes' : 'no', null);
  }
  return { kind: 'event_resolved', eventId, markets: event.markets.map(resolvedOf) };
}

/** Another market won already, or this one cannot win any more. */
function contradicts({ markets }: CatalogueEntry, winning: Market | undefined): boolean {
  const hasOtherWinner = markets.some(
    (market) => market !== winning && market.resolution === 'yes',
  );
  return hasOtherWinner || winning?.resolution === 'no' || winning?.resolution === 'void';
}

function payOut(state: State, market: Market, resolution: Resolution, price: number | null): void {
  cancelOrdersOf(state, market, 'market_resolved');
  for (const position of market.positions.values()) {
    if (position.yes === 0n && position.no === 0n) continue;
    const paid = payoutOf(position, resolution, price);
    position.account.cash += paid;
    market.paid += paid;
    state.emitted.push({
      kind: 'payout',
      marketId: market.marketId,
      user: position.account.user,
      yesContracts: toSafeNumber(position.yes),
      noContracts: toSafeNumber(position.no),
      paidMicroUsdc: toSafeNumber(paid),
    });
  }
  if (market.paid !== market.collateral) throw new Error('the collateral is not what is owed');
  market.positions.clear();
  market.collateral = 0n;
  market.status = resolution === 'void' ? 'voided' : 'resolved';
  market.resolution = resolution;
  market.resolutionPrice = price;
  state.emitted.push({
    kind: 'market_resolved',
    marketId: market.marketId,
    resolution,
    price,
    paidMicroUsdc: toSafeNumber(market.paid),
  });
}

function payoutOf({ yes, no }: Position, resolution: Resolution, price: number | null): bigint {
  if (resolution === 'yes') return yes * MICRO_USDC_PER_CONTRACT;
  if (resolution === 'no') return no * MICRO_USDC_PER_CONTRACT;
  const yesPrice = BigInt(price ?? DEFAULT_VOID_PRICE);
  return costOf(yesPrice, yes) + costOf(PRICE_SCALE - yesPrice, no);
}

const resolvedOf = (market: Market): ResolvedMarket => ({
  marketId: market.marketId,
  status: market.status,
  resolution: market.resolution!,
  price: market.resolutionPrice,
  paidMicroUsdc: toSafeNumber(market.paid),
});
