/** The limits of archiving: events with something open, used nonces, and no room for another id. */
import { describe, expect, it } from 'vitest';
import { marketIdOf } from '@bellwether/canonical-message';
import { CAPACITIES, LITTLE_LOAD } from '../src/capacities';
import type { Command } from '../src/command';
import { CommandEvents } from '../src/command-events';
import { carryOut } from '../src/commands/carry-out';
import { passTime } from '../src/commands/pass-time';
import { ArchivedEvents } from '../src/markets/archived-events';
import { ACTIVE, MarketTable } from '../src/markets/market-table';
import { readState, writeState } from '../src/snapshot/snapshot';
import { ExchangeState } from '../src/state';

const DAY_MS = 86_400_000;
const keyOf = (number: number) => new Uint8Array(32).fill(number);

function apply(state: ExchangeState, command: Command, lane: 'admin' | 'internal' = 'admin') {
  state.lastSeq++;
  const events = new CommandEvents();
  passTime(state, command.kind === 'tick', events);
  carryOut(state, { lane, command }, events);
  return events.list.map(({ kind }) => kind);
}

function resolvedEvent(): ExchangeState {
  const state = new ExchangeState('test', CAPACITIES, LITTLE_LOAD);
  const [question, description, category] = ['Will it?', '', { name: 'any', sub: 'any' }];
  const terms = {
    question,
    description,
    category,
    mutuallyExclusive: false,
    feeBps: 0,
    opensAt: null,
  };
  apply(state, { kind: 'create_event', eventId: 'event', expiry: 9, labels: ['a'], ...terms });
  const marketId = marketIdOf({ network: 'test', eventId: 'event', label: 'a' });
  apply(state, { kind: 'resolve_market', marketId, resolution: 'no', price: null });
  apply(state, { kind: 'set_archiving', archiving: { afterSeconds: 86_400 } }, 'internal');
  state.lastTimestampMs += DAY_MS;
  return state;
}

describe('an event is not archived', () => {
  it('while a market of it is frozen by a breach, nor after a snapshot', () => {
    const state = resolvedEvent();
    state.markets.freeze(1);
    const restored = readState(writeState(state), LITTLE_LOAD);
    for (const one of [state, restored])
      expect(apply(one, { kind: 'tick' }, 'internal')).toEqual([]);
  });

  it('while a market of it still owes', () => {
    const state = resolvedEvent();
    state.holdings.words[(1 << 2) + 0] = 1;
    expect(apply(state, { kind: 'tick' }, 'internal')).toEqual([]);
  });

  it('where its id could not be remembered', () => {
    const state = resolvedEvent();
    const full = new ArchivedEvents(0);
    full.terms = { afterSeconds: 86_400 };
    Object.assign(state, { archivedEvents: full });
    expect(apply(state, { kind: 'tick' }, 'internal')).toEqual([]);
    Object.assign(state, {
      archivedEvents: Object.assign(new ArchivedEvents(1), full, { maxEvents: 1 }),
    });
    expect(apply(state, { kind: 'tick' }, 'internal')).toEqual(['event_archived']);
  });
});

describe('the table of markets', () => {
  const terms = (marketId: Uint8Array) => ({ marketId, event: 1, status: ACTIVE });
  const create = (table: MarketTable, id: number) =>
    table.create({ ...terms(keyOf(id)), feeBps: 700, makerRebatePct: 20 });

  it('gives the number that came free last, and no reference leads to the market before', () => {
    const table = new MarketTable(4, 1);
    const numbers = [1, 2, 3].map((id) => create(table, id));
    expect(numbers).toEqual([1, 2, 3]);
    const references = numbers.map((market) => table.referenceTo(market));
    expect(references).toEqual([1, 2, 3]);
    table.archive(1);
    table.archive(3);
    expect(references.map((reference) => table.byReference(reference))).toEqual([0, 2, 0]);
    expect([create(table, 4), create(table, 5), create(table, 6)]).toEqual([3, 1, 4]);
    expect(references.map((reference) => table.byReference(reference))).toEqual([0, 2, 0]);
    expect([1, 2, 3, 4, 5, 6].map((id) => table.find(keyOf(id)))).toEqual([0, 2, 0, 3, 1, 4]);
    expect(table.byReference(table.referenceTo(3))).toBe(3);
    expect(table.live).toBe(4);
  });

  it('a record whose generations are used up is never given again', () => {
    const table = new MarketTable(4, 1);
    const seen = new Set<number>();
    for (let created = 0; created < 16_384; created++) {
      expect(create(table, 1)).toBe(1);
      seen.add(table.referenceTo(1));
      table.archive(1);
    }
    expect(seen.size).toBe(16_384);
    expect(Math.max(...seen)).toBeLessThan(2 ** 31);
    expect(create(table, 1)).toBe(2);
    expect([...seen].some((reference) => table.byReference(reference) !== 0)).toBe(false);
  });
});
