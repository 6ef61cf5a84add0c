import { eventHashOf, marketIdOf } from '@bellwether/canonical-message';
import { encode, sameBytes } from '@bellwether/codec';
import { createEventLayout } from '../command';
import type { CommandOf } from '../command';
import { ACTIVE, PENDING } from '../markets/market-table';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import { catalogueEvent } from '../replies/catalogue-event';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';
import type { CommandEvents } from '../command-events';

type CreateEvent = CommandOf<'create_event'>;

/**
 * Creates an event and a market for each of its labels. A repeat gets the first answer until the event is archived;
 * its id is never reused.
 */
export function createEvent(
  state: ExchangeState,
  command: CreateEvent,
  events: CommandEvents,
): Answer {
  const { catalogue, markets, archivedEvents } = state;
  const known = catalogue.find(command.eventId);
  if (known !== 0) return answerKnown(state, known, command);
  if (archivedEvents.has(command.eventId)) {
    return fresh(state, refused('EVENT_EXISTS', { event_id: command.eventId }));
  }
  const no = wrongTime(state, command) ?? refuseSource(state, command);
  if (no !== null) return fresh(state, no);
  if (!markets.hasRoomFor(command.labels.length)) return fresh(state, refused('CAPACITY_REACHED'));

  const event = add(state, command);
  events.add({ kind: 'event_created', event: catalogueEvent(state, event) });
  return fresh(state, eventCreated(state, event));
}

function answerKnown(state: ExchangeState, event: number, command: CreateEvent): Answer {
  const entry = state.catalogue.entry(event);
  if (!isSame(entry.command, command)) {
    return fresh(state, refused('EVENT_EXISTS', { event_id: command.eventId }));
  }
  return replayed({
    seq: entry.createdSeq,
    timestampMs: entry.createdMs,
    body: eventCreated(state, event),
  });
}

/** Checks the times against the journal's clock, which the check of shape does not have. */
function wrongTime(state: ExchangeState, command: CreateEvent): ReplyOf<'refused'> | null {
  const { expiry, opensAt } = command;
  if (expiry * 1000 <= state.lastTimestampMs) {
    return refused('VALIDATION_FAILED', {
      field: 'expiry',
      value: expiry,
      expected: 'a time in the future',
    });
  }
  if (opensAt !== null && opensAt >= expiry) {
    return refused('VALIDATION_FAILED', {
      field: 'opens_at',
      value: opensAt,
      expected: 'a time before expiry',
    });
  }
  return null;
}

/** Who decides is known to everybody before anybody trades it. */
function refuseSource(
  { sources }: ExchangeState,
  { source }: CreateEvent,
): ReplyOf<'refused'> | null {
  if (source === undefined) return null;
  const row = sources.find(source.key);
  if (row === undefined) return refused('SOURCE_NOT_FOUND');
  return row.retiredMs === undefined ? null : refused('SOURCE_RETIRED');
}

function add(state: ExchangeState, command: CreateEvent): number {
  const { catalogue, markets, lastSeq: seq, lastTimestampMs: timestampMs } = state;
  const { eventId, category, opensAt, expiry } = command;
  const row = state.fees.rowFor(category);
  const feeBps = command.feeBps ?? row.feeBps;
  const { makerRebatePct } = row;
  const opensLater = opensAt !== null && opensAt * 1000 > timestampMs;
  const status = opensLater ? PENDING : ACTIVE;
  const event = catalogue.next;
  const numbers = command.labels.map((label) => {
    const marketId = marketIdOf({ network: state.network, eventId, label });
    const market = markets.create({ marketId, event, status, feeBps, makerRebatePct });
    state.holdings.reserve(market);
    state.ladder.openBook(market);
    return market;
  });
  catalogue.add(event, {
    command,
    feeBps,
    makerRebatePct,
    createdSeq: seq,
    createdMs: timestampMs,
    markets: numbers,
    resolutionRules: state.cases.rulesFor(category),
  });
  nameSubject(state, event);
  if (opensLater) state.dueTimes.add({ atMs: opensAt * 1000, event, what: 'opens' });
  state.dueTimes.add({ atMs: expiry * 1000, event, what: 'expires' });
  return event;
}

/** Of an event whose outcome its source names. */
export function nameSubject({ catalogue, sources, network }: ExchangeState, event: number): void {
  const { eventId, source } = catalogue.entry(event).command;
  if (source?.rule.kind === 'winner') sources.name(eventHashOf({ network, eventId }), event);
}

function eventCreated(state: ExchangeState, event: number): ReplyOf<'event_created'> {
  const { command, markets: numbers } = state.catalogue.entry(event);
  const { eventId, labels } = command;
  return {
    kind: 'event_created',
    eventId,
    markets: labels.map((label, i) => ({ label, marketId: state.markets.idOf(numbers[i]!) })),
  };
}

const isSame = (a: CreateEvent, b: CreateEvent): boolean =>
  sameBytes(encode(createEventLayout, a), encode(createEventLayout, b));
