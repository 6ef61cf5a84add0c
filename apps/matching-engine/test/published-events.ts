import { BEFORE_ALL_EVENTS, consumeEvents } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import type { SequencedEvent } from '@bellwether/exchange';
import { silent } from './nats-under-test';

/** The first `count` events of the event stream. The consumer checks them for gaps and repeats. */
export async function publishedEvents(
  bus: Bus,
  shard: number,
  count: number,
): Promise<SequencedEvent[]> {
  const stop = new AbortController();
  const events: SequencedEvent[] = [];
  if (count === 0) return events;
  const options = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal };
  await consumeEvents(options, { bus, log: silent }, (batches) => {
    for (const { batch } of batches) events.push(...batch.events);
    if (events.length >= count) stop.abort();
  });
  return events;
}
