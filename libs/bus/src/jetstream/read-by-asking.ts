/**
 * Reads a stream by requesting single messages, several at a time, where they do not come by themselves: the server only
 * answers. The reader needs no right to create consumers, which could make the server deliver to any subject.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { READ_ASKED_AT_ONCE, TAIL_INTERVAL_MS } from '../limits';
import { LiveMessages } from './live-messages';
import type { StoredMessage } from './stored-message';
import { assertNotCut, assertReadable } from './stream-hole';
import type { StreamReading } from './stream-reading';

/** Yields messages from sequence `from` on, until `signal` is aborted. @throws StreamHole */
export async function* readByAsking(
  { stream, bus, log, signal, live: subjects }: StreamReading,
  from: number,
): AsyncGenerator<StoredMessage[]> {
  const live = subjects && new LiveMessages(stream.name, subjects, { bus, log });
  try {
    let tail = await stream.tailFrom(from - 1, signal);
    for (let next = from; !signal.aborted;) {
      const arrived = live?.take(next) ?? [];
      if (arrived.length > 0) {
        next += arrived.length;
        tail = Math.max(tail, next - 1);
        yield arrived;
        continue;
      }
      assertNotCut(stream, next, tail);
      if (next > tail) {
        await waitForMore(next, live, signal);
        if (signal.aborted) return;
        const wasNotified = live !== undefined && live.notified >= next;
        tail = wasNotified ? live.notified : await stream.tailFrom(next - 1, signal);
        continue;
      }
      const last = Math.min(tail, next + READ_ASKED_AT_ONCE - 1);
      const sequences = [next];
      for (let one = next + 1; one <= last && live?.holds(one) !== true; one++) sequences.push(one);
      const answers = await Promise.all(sequences.map((one) => stream.message(one, signal)));
      const end = answers.indexOf(null);
      const messages = answers.slice(0, end === -1 ? undefined : end).filter((one) => one !== null);
      next += messages.length;
      if (messages.length > 0) yield messages;
      if (end === -1) continue;
      // Notifications can be forged: only the stream itself shows whether it continues.
      await assertReadable(stream, next, signal);
      live?.forget();
      tail = await stream.tailFrom(next - 1, signal);
    }
  } finally {
    live?.close();
  }
}

/** Resolves when `next` may exist: after a notice, or when it is time to look. */
async function waitForMore(
  next: number,
  live: LiveMessages | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (live === undefined) {
    await sleep(TAIL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  } else await live.reaches(next, signal);
}
