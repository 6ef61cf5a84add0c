import type { ExchangeEvent } from '../../src/event';

const AFTER_STATES: readonly ExchangeEvent['kind'][] = ['book_level', 'balance', 'position'];

/** What happened, without what it has come to: after-states have tests of their own, and the oracle knows none. */
export const factsOf = (events: readonly ExchangeEvent[]): readonly ExchangeEvent[] =>
  events.filter(({ kind }) => !AFTER_STATES.includes(kind));
