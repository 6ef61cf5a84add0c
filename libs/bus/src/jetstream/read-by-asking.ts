/**
 * Reads a stream by asking for one message after the other, several at a time: all that the server is told to do is to
 * answer. A reader needs no right to make consumers, by which it could have the server deliver anywhere.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '../connection/bus';
import { READ_ASKED_AT_ONCE, READ_SILENCE_MS, TAIL_INTERVAL_MS } from '../limits';
import type { StoredMessage } from './stored-message';
import { assertNotCut, assertReadable } from './stream-hole';
import type { StreamReading } from './stream-reading';

export async function* readByAsking(
  { stream, bus, signal, news: subject }: StreamReading,
  from: number,
): AsyncGenerator<StoredMessage[]> {
  const news = subject === undefined ? undefined : new News(bus, subject);
  try {
    let tail = await stream.tailFrom(from - 1, signal);
    for (let next = from; !signal.aborted;) {
      assertNotCut(stream, next, tail);
      if (next > tail) {
        await waitForMore(next, news, signal);
        if (signal.aborted) return;
        const wasNotified = news !== undefined && news.told >= next;
        tail = wasNotified ? news.told : await stream.tailFrom(next - 1, signal);
        continue;
      }
      const last = Math.min(tail, next + READ_ASKED_AT_ONCE - 1);
      const sequences = Array.from({ length: last - next + 1 }, (_, at) => next + at);
      const answers = await Promise.all(sequences.map((one) => stream.message(one, signal)));
      const end = answers.indexOf(null);
      const messages = answers.slice(0, end === -1 ? undefined : end).filter((one) => one !== null);
      next += messages.length;
      if (messages.length > 0) yield messages;
      if (end === -1) continue;
      // What is told anybody may have made up: the stream itself says whether it goes on.
      await assertReadable(stream, next, signal);
      news?.forget();
      tail = await stream.tailFrom(next - 1, signal);
    }
  } finally {
    news?.close();
  }
}

/** Returns when `next` may be there: it was told, or it is time to look. */
async function waitForMore(
  next: number,
  news: News | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (news === undefined) {
    await sleep(TAIL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  } else await news.reaches(next, signal);
}

/** What the server says of a stream whenever it has stored a message: its sequence. */
class News {
  told = 0;
  private wake: () => void = () => undefined;
  private readonly subscription: ReturnType<Bus['subscribe']>;

  constructor(bus: Bus, subject: string) {
    this.subscription = bus.subscribe(subject, ({ headers }) => {
      const sequence = Number(headers?.get('Nats-Sequence'));
      if (!Number.isSafeInteger(sequence) || sequence <= this.told) return;
      this.told = sequence;
      this.wake();
    });
  }

  /** Returns at the latest after `READ_SILENCE_MS`: news may get lost. */
  async reaches(sequence: number, signal: AbortSignal): Promise<void> {
    if (this.told >= sequence) return;
    const told = new AbortController();
    this.wake = () => told.abort();
    const either = AbortSignal.any([signal, told.signal]);
    await sleep(READ_SILENCE_MS, undefined, { signal: either }).catch(() => undefined);
    this.wake = () => undefined;
  }

  forget(): void {
    this.told = 0;
  }

  close(): void {
    this.subscription.unsubscribe();
  }
}
