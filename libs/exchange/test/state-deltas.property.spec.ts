/** A reader that applies only state deltas has the engine's books, balances and positions after every command. */
import { describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import type { SequencedCommand } from '../src/command';
import type { ExchangeEvent } from '../src/event';
import type { Exchange } from '../src/exchange';
import { factsOf } from './state-deltas/facts';
import { Mirror } from './state-deltas/mirror';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';
import { exchangeOf, seededJournal } from './seeded-journal';
import type { Profile } from './seeded-journal';

const WHOLE_BOOK = 9_999;
const COMMANDS_TO_FOLD = Math.ceil(COMMANDS / 4);

/** The users and markets of a journal, in order of appearance. */
class Known {
  readonly users = new Map<string, Uint8Array>();
  readonly markets = new Map<string, Uint8Array>();

  meet({ command }: SequencedCommand, events: readonly ExchangeEvent[]): void {
    if ('user' in command) this.users.set(toHex(command.user), command.user);
    for (const event of events) {
      if (event.kind === 'event_archived') {
        for (const marketId of event.markets) this.markets.delete(toHex(marketId));
      }
      if (event.kind !== 'event_created') continue;
      for (const { marketId } of event.event.markets) this.markets.set(toHex(marketId), marketId);
    }
  }
}

function differencesOf(exchange: Exchange, mirror: Mirror, { users, markets }: Known): unknown[] {
  const found: unknown[] = [];
  const compare = (name: string, actual: object, expected: object): void => {
    if (JSON.stringify(actual) !== JSON.stringify(expected)) found.push({ name, actual, expected });
  };
  for (const [market, marketId] of markets) {
    const { bids, asks } = exchange.book(marketId, WHOLE_BOOK)!;
    compare(`bids of ${market}`, mirror.side(marketId, 'bid'), bids);
    compare(`asks of ${market}`, mirror.side(marketId, 'ask'), asks);
  }
  for (const [name, user] of users) {
    const { total: _, ...balance } = exchange.balance(user);
    compare(`balance of ${name}`, mirror.balance(user), balance);
    for (const [market, marketId] of markets) {
      const reported = mirror.position(user, marketId);
      compare(`position of ${name} in ${market}`, reported, exchange.position(user, marketId));
    }
  }
  return found;
}

/** Returns the errors after the first command that has any, or null. */
function foldUntilWrong(profile: Profile, journal: readonly SequencedCommand[]): string | null {
  const exchange = exchangeOf(profile);
  const mirror = new Mirror();
  const known = new Known();
  for (const command of journal) {
    const { answer, events } = exchange.apply(command);
    known.meet(command, events);
    mirror.take(events);
    const found = [
      ...differencesOf(exchange, mirror, known),
      ...misplaced(events, answer.replayed),
    ];
    if (found.length > 0) return `after ${command.seq}: ${JSON.stringify(found)}`;
  }
  return null;
}

/**
 * State deltas follow the facts. A repeat changes nothing: facts before its answer come from the time that passed.
 */
function misplaced(events: readonly ExchangeEvent[], isRepeat: boolean): unknown[] {
  const facts = factsOf(events);
  const areFactsFirst = facts.every((fact, index) => fact === events[index]);
  return areFactsFirst && (!isRepeat || facts.length > 0 || events.length === 0) ? [] : [events];
}

describe(`after-states alone tell all, seed ${SEED}`, () => {
  it.each(profilesToRun())('along $name', (profile) => {
    for (const { seed, commands } of streamsOf(profile, COMMANDS_TO_FOLD)) {
      const journal = seededJournal(profile, { seed, commands });
      expect({ seed, wrong: foldUntilWrong(profile, journal) }).toEqual({ seed, wrong: null });
    }
  });
});
