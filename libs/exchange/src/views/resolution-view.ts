import { HELD, NEXT_POSITION } from '../accounts/position-table';
import { judgeProposal, rulesOf } from '../commands/propose';
import type { Proposal } from '../commands/propose';
import { isResolved } from '../commands/resolution';
import { endingUnder, refuseEventResolution } from '../commands/resolve-event';
import type { EventResolution } from '../commands/resolve-event';
import { refuseMarketResolution } from '../commands/resolve-market';
import type { MarketResolution } from '../commands/resolve-market';
import { endingOf, payoutOf } from '../markets/ending';
import type { Ending } from '../markets/ending';
import { EVENT } from '../markets/market-table';
import { NO_ASK, NO_BID } from '../markets/price-ladder';
import { NO, YES } from '../orders/order-word';
import type { ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import type { MarketResolutionView, OutcomePayout, ProposalView, ResolutionView } from '../views';

/** The payments of resolving the market now. Nothing changes. Cost: O(its holders + its price levels). */
export function marketResolutionView(
  state: ExchangeState,
  asked: MarketResolution,
): ResolutionView {
  const no = refuseMarketResolution(state, asked);
  if (no !== null) return refusedView(no);
  const market = state.markets.find(asked.marketId);
  const event = state.markets.int(market, EVENT);
  const ending = endingOf(asked.resolution, asked.price);
  const { eventId } = state.catalogue.entry(event).command;
  return { kind: 'resolution', eventId, markets: [viewOf(state, market, ending)] };
}

/** The same of all markets of an event. */
export function eventResolutionView(state: ExchangeState, asked: EventResolution): ResolutionView {
  const no = refuseEventResolution(state, asked);
  if (no !== null) return refusedView(no);
  const { eventId, winner } = asked;
  const winning = winner === null ? 0 : state.markets.find(winner);
  const markets = state.catalogue.marketsOf(state.catalogue.find(eventId));
  return {
    kind: 'resolution',
    eventId,
    markets: markets.map((market) => viewOf(state, market, endingUnder(winning, market))),
  };
}

export type AskedProposal = Proposal & { readonly withPayouts: boolean };

/** What a proposal would begin, and what its result would pay if that is asked: a walk of all holders. */
export function proposalView(
  state: ExchangeState,
  { withPayouts, ...asked }: AskedProposal,
): ProposalView {
  const proposed = judgeProposal(state, asked);
  if ('kind' in proposed) return refusedView(proposed);
  const { event, endings } = proposed;
  return {
    kind: 'proposal',
    eventId: state.catalogue.entry(event).command.eventId,
    windowSeconds: rulesOf(state, event).windowSeconds,
    markets: withPayouts
      ? endings.map(({ market, ending }) => viewOf(state, market, ending))
      : null,
  };
}

const refusedView = ({ code, details, order }: ReplyOf<'refused'>) => ({
  kind: 'refused' as const,
  refusal: { code, details, order },
});

function viewOf(state: ExchangeState, market: number, asked: Ending): MarketResolutionView {
  const { markets, catalogue } = state;
  const ending = markets.ending(market) ?? asked;
  return {
    marketId: markets.idOf(market),
    label: catalogue.labelOf(markets.int(market, EVENT), market),
    ...ending,
    isResolved: isResolved(state, market),
    openOrders: openOrdersOf(state, market),
    ...payoutsOf(state, market, ending),
  };
}

/** Of a resolved market: what is still to be paid. */
function payoutsOf({ positions, holdings }: ExchangeState, market: number, ending: Ending) {
  const yes = { contracts: 0, users: 0, microUsdc: 0 };
  const no = { contracts: 0, users: 0, microUsdc: 0 };
  let users = 0;
  for (let position = holdings.firstPosition(market); position !== 0;) {
    const held = (position << 3) + HELD;
    const [yesContracts, noContracts] = [positions.words[held + YES]!, positions.words[held + NO]!];
    add(yes, yesContracts, payoutOf(ending, yesContracts, 0));
    add(no, noContracts, payoutOf(ending, 0, noContracts));
    if (yesContracts + noContracts > 0) users++;
    position = positions.ints[(position << 4) + NEXT_POSITION]!;
  }
  return { yes, no, users, paidMicroUsdc: yes.microUsdc + no.microUsdc };
}

type Sum = { -readonly [K in keyof OutcomePayout]: OutcomePayout[K] };

function add(sum: Sum, contracts: number, microUsdc: number): void {
  sum.contracts += contracts;
  sum.microUsdc += microUsdc;
  if (contracts > 0) sum.users++;
}

function openOrdersOf({ ladder }: ExchangeState, market: number): number {
  let count = 0;
  for (let bid = ladder.bestBid(market); bid !== NO_BID; bid = ladder.nextBelow(market, bid))
    count += ladder.ordersAt(market, bid);
  for (let ask = ladder.bestAsk(market); ask !== NO_ASK; ask = ladder.nextAbove(market, ask))
    count += ladder.ordersAt(market, ask);
  return count;
}
