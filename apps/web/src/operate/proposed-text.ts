import type { Case, CaseStep, Challenge, EventEntry } from '@bellwether/client';
import { RESULT_WORDS as words } from './result-words';

/** What is proposed or claimed, in a word; of an event the outcome that won. */
const textOf = (
  said: Case['outcome'] | Challenge['claim'],
  winner: string | null,
  event: EventEntry | null,
): string =>
  said === 'winner'
    ? (event?.outcomes.find((one) => one.market_id === winner)?.label ?? String(winner))
    : words.claims[said];

export const proposedText = (
  { outcome, winner }: Pick<Case, 'outcome' | 'winner'>,
  event: EventEntry | null,
): string => textOf(outcome, winner, event);

export const claimedText = (
  { claim, claim_market: market }: Pick<Challenge, 'claim' | 'claim_market'>,
  event: EventEntry | null,
): string => textOf(claim, market, event);

const SOURCE = 'source:';

/** An operator by its name, a source as one. */
export const byText = (by: string): string =>
  by.startsWith(SOURCE) ? words.source(by.slice(SOURCE.length)) : by;

export const isContradicted = ({ history }: Pick<Case, 'history'>): boolean =>
  history.some(({ what }) => what === 'contradicted');

/** What a source said of the case after its beginning; null of another step. */
export const sourceText = ({ what, by }: CaseStep): string | null =>
  what === 'attested' || what === 'contradicted' ? words.says[what](byText(by ?? '')) : null;
