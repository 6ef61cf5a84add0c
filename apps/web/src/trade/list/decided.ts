import type { OutcomeEntry } from '@bellwether/client';
import { cents } from '../../money/format';
import { WORDS } from '../words/everywhere';

/** How a market was decided, in words. */
export function decidedText({
  resolution,
  resolution_price: price,
}: Pick<OutcomeEntry, 'resolution' | 'resolution_price'>): string {
  if (resolution === null) return WORDS.decided.open;
  return resolution === 'void' ? WORDS.decided.void(cents(price ?? 0)) : WORDS.decided[resolution];
}
