/** Cases as the oracle keeps them, and what markets and users have in them. */
import { toHex } from '@bellwether/codec';
import type { ResolutionRules } from '../../src/command';
import type { Refusal } from '../../src/reply';
import { refuse } from './refusals';
import type { Account, CatalogueEntry, Challenge, Market, NaiveCase, State } from './state';

const NO_RULES: ResolutionRules = { windowSeconds: 0, stake: 0, rewardPct: 0, secondRole: false };
export const rulesOf = ({ resolutionRules }: CatalogueEntry): ResolutionRules =>
  resolutionRules ?? NO_RULES;

export const nowOf = ({ rounds }: NaiveCase) => rounds.at(-1)!;
export const isDisputed = (one: NaiveCase): boolean =>
  nowOf(one).isContradicted || nowOf(one).challenges.some((of) => of.isOpen);

export const openCases = ({ cases }: State): NaiveCase[] => cases.filter(({ end }) => end === null);

export const caseOf = (state: State, market: Market): NaiveCase | undefined =>
  openCases(state).find((one) => nowOf(one).endings.some((ending) => ending.market === market));

export const openChallenges = (state: State): Challenge[] =>
  state.cases
    .flatMap(({ rounds }) => rounds.flatMap(({ challenges }) => challenges))
    .filter(({ isOpen }) => isOpen);

export const stakedOf = (state: State, account: Account): bigint =>
  openChallenges(state)
    .filter((challenge) => challenge.account === account)
    .reduce((sum, { stake }) => sum + stake, 0n);

/** Where a case may end markets, nobody else does. */
export function refuseResolution(state: State, open: readonly Market[]): Refusal | null {
  for (const market of open) {
    const { windowSeconds } = rulesOf(market.event);
    if (windowSeconds > 0)
      return refuse('RESOLUTION_BY_PROPOSAL', { window_seconds: windowSeconds });
    if (caseOf(state, market) !== undefined) return conflict(market);
  }
  return null;
}

export const conflict = ({ status, marketId }: Market): Refusal =>
  refuse('MARKET_STATE_CONFLICT', { status, market_id: toHex(marketId) });
