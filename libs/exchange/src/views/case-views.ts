import { endingViews } from '../commands/propose';
import type { ExchangeState } from '../state';
import type { CaseView } from '../views';

/** The open cases in order of their proposals. Cost: O(their markets and challenges). */
export const caseViews = (state: ExchangeState): CaseView[] =>
  [...state.cases.all()].map(({ event, market, endings, challenges, ...one }) => ({
    ...one,
    eventId: state.catalogue.entry(event).command.eventId,
    marketId: market === 0 ? null : state.markets.idOf(market),
    endings: endingViews(state, endings),
    challenges: challenges.map(({ account, claimMarket, ...said }) => ({
      ...said,
      user: state.accountTable.userOf(account),
      claimMarket: claimMarket === 0 ? null : state.markets.idOf(claimMarket),
    })),
  }));
