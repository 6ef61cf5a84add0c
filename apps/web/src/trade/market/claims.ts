import type { Case } from '@bellwether/client';

/** What is not proposed, of a market or of a whole event. */
export const claimsOf = ({ market_id: market, outcome }: Pick<Case, 'market_id' | 'outcome'>) =>
  (market === null
    ? (['winner', 'void', 'too_early'] as const)
    : (['yes', 'no', 'void', 'too_early'] as const)
  ).filter((claim) => claim === 'winner' || claim !== outcome);
