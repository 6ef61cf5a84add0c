import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';

type SetSource = CommandOf<'set_source'>;

/** Adds a key that may say results, changes what is said of it, or retires it for new events. */
export function setSource(state: ExchangeState, command: SetSource, events: CommandEvents): Answer {
  const no = refuse(state, command);
  if (no !== null) return fresh(state, no);
  const { name, key, url, about, retire } = command;
  const retiredMs =
    state.sources.find(key)?.retiredMs ?? (retire ? state.lastTimestampMs : undefined);
  const source = { name, key, url, about, retiredMs };
  state.sources.set(source);
  events.add({ kind: 'source_set', source });
  return fresh(state, { kind: 'source', source });
}

function refuse(
  { sources }: ExchangeState,
  { name, key, retire }: SetSource,
): ReplyOf<'refused'> | null {
  const known = sources.find(key);
  if (known === undefined) {
    if (retire) return refused('SOURCE_NOT_FOUND');
    return sources.isFull ? refused('CAPACITY_REACHED') : null;
  }
  if (known.name !== name) return refused('SOURCE_KEY_TAKEN', { name: known.name });
  return known.retiredMs !== undefined && !retire ? refused('SOURCE_RETIRED') : null;
}
