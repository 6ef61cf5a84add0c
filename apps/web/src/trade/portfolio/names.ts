/** Names of markets by their id: from the live catalogue, and by request for older ones. */
import type { Market, OutcomeEntry } from '@bellwether/client';
import { signal } from '@preact/signals';
import { labelOf } from '../sentences';
import { gateway, stream } from '../../exchange/connection';

export interface Named {
  readonly question: string;
  readonly label: string;
  /** Null if it is not known now. */
  readonly yesPrice: number | null;
}

const asked = new Set<string>();
const older = signal<ReadonlyMap<string, Market>>(new Map());

export function namesOf(): (marketId: string) => Named {
  const live = new Map<string, { question: string; outcome: OutcomeEntry; isOne: boolean }>();
  for (const { question, outcomes } of stream.markets().events) {
    for (const outcome of outcomes) {
      live.set(outcome.market_id, { question, outcome, isOne: outcomes.length === 1 });
    }
  }
  const known = older.value;
  return (marketId) => {
    const found = live.get(marketId);
    if (found !== undefined) {
      const { question, outcome, isOne } = found;
      return {
        question,
        label: isOne ? labelOf(outcome) : outcome.label,
        yesPrice: outcome.chance,
      };
    }
    const market = known.get(marketId);
    if (market === undefined) {
      if (stream.markets().seq > 0) askFor(marketId);
      return { question: marketId.slice(0, 12), label: '', yesPrice: null };
    }
    return { question: market.question, label: labelOf(market), yesPrice: market.chance };
  };
}

function askFor(marketId: string): void {
  if (asked.has(marketId)) return;
  asked.add(marketId);
  gateway.market(marketId).then(
    (market) => {
      older.value = new Map([...older.value, [marketId, market]]);
    },
    () => asked.delete(marketId),
  );
}
