import type { Case, EventEntry } from '@bellwether/client';
import { RESULT_WORDS as words } from './result-words';

/** What is proposed, in a word. */
export function proposedText(
  { outcome, winner }: Pick<Case, 'outcome' | 'winner'>,
  event: EventEntry | null,
): string {
  if (outcome !== 'winner') return words.claims[outcome];
  return words.claims.winner(
    event?.outcomes.find((one) => one.market_id === winner)?.label ?? String(winner),
  );
}
