import type { ExchangeEvent } from '../../src/event';

const AFTER_STATES: readonly ExchangeEvent['kind'][] = ['book_level', 'balance', 'position'];

/** The events without state deltas: these have their own tests, and the oracle emits none. */
export const factsOf = (events: readonly ExchangeEvent[]): readonly ExchangeEvent[] =>
  events.filter(({ kind }) => !AFTER_STATES.includes(kind));
