import { Writer } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { sequencedEventLayout } from '@bellwether/exchange';
import type { SequencedEvent } from '@bellwether/exchange';
import { MAX_EVENT_BATCH_BYTES } from '../limits';
import type { EventOffset } from './event-offset';
import { offsetOf } from './event-stream';
import type { Summary } from './noted-requests';

/** previousSeq u64, previousIndex u32, count u32. */
const BATCH_HEADER_BYTES = 16;

export interface EncodedBatch {
  /** Of `eventBatchLayout`. */
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly summary: Summary;
}

/** Encodes events one after the other into one buffer: bytes of its own for each would cost more than encoding it. */
export class BatchEncoder {
  private readonly encoded = new Writer();

  /** As many events from `head` on as fit in a message, at least one. They follow the event at `previous`. */
  encode(previous: EventOffset, queue: readonly SequencedEvent[], head: number): EncodedBatch {
    const { encoded } = this;
    encoded.reset();
    const kinds = new Set<string>();
    let at = head;
    for (; at < queue.length; at++) {
      const event = queue[at]!;
      const before = encoded.size;
      sequencedEventLayout.write(encoded, event);
      if (at > head && BATCH_HEADER_BYTES + encoded.size > MAX_EVENT_BATCH_BYTES) {
        encoded.cutTo(before);
        break;
      }
      kinds.add(event.event.kind);
    }
    assert(at > head, 'a batch without events');
    const count = at - head;
    const summary = { kinds, last: offsetOf(queue[at - 1]!) };
    return { bytes: framed(previous, count, encoded.view()), count, summary };
  }
}

function framed(previous: EventOffset, count: number, events: Uint8Array): Uint8Array {
  const writer = new Writer(BATCH_HEADER_BYTES + events.length);
  writer.u53(previous.seq);
  writer.u32(previous.index);
  writer.u32(count);
  writer.raw(events);
  return writer.finish();
}
