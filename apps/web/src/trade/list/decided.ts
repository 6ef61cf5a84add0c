import type { OutcomeEntry } from '@bellwether/client';
import { cents, percent } from '../../money/format';
import { WORDS } from '../words/everywhere';

/** How a market was decided, in words. */
export function decidedText({
  resolution,
  resolution_price: price,
}: Pick<OutcomeEntry, 'resolution' | 'resolution_price'>): string {
  if (resolution === null) return WORDS.decided.open;
  return resolution === 'void' ? WORDS.decided.void(cents(price ?? 0)) : WORDS.decided[resolution];
}

/** Its resolution, or its chance; a dash if neither is known. */
export function chanceText(outcome: OutcomeEntry): string {
  if (outcome.resolution !== null) return decidedText(outcome);
  const { chance } = outcome;
  return chance === null ? '–' : percent(chance);
}
