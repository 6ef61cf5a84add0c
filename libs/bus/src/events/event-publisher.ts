/**
 * Publishes the engine's events, each exactly once and in order, to the stream `EVENTS_<shard>`. Events wait in a
 * bounded queue and are sent as one batch at a time, each appended only onto the one before it. If an append's outcome
 * is unknown, the stream's tail shows which events are stored; the rest is sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { encode, sameBytes } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { sequencedEventLayout } from '@bellwether/exchange';
import type { SequencedEvent } from '@bellwether/exchange';
import { pause } from '../connection/backoff';
import type { Bus } from '../connection/bus';
import { BatchEncoder } from './batch-encoder';
import type { EncodedBatch } from './batch-encoder';
import { BEFORE_ALL_EVENTS, compareOffsets } from './event-offset';
import type { EventOffset } from './event-offset';
import { decodeBatch, eventStream, lastEventOf, offsetOf } from './event-stream';
import { EVENT_INTERVAL_MS, MAX_PENDING_EVENTS } from '../limits';
import type { Log } from '../connection/log';
import type { Stream } from '../jetstream/stream';

export interface EventPublisherOptions {
  readonly shard: number;
  readonly replicas?: number;
  readonly maxPendingEvents?: number;
}

export interface EventPublisherDependencies {
  readonly bus: Bus;
  readonly log: Log;
  /** Publishing cannot continue: the stream is not as expected. The process must stop. */
  readonly onBroken: (error: unknown) => void;
}

interface Batch extends EncodedBatch {
  readonly id: string;
  readonly requestIds: readonly string[];
  /** The events of its last command go on in the next one. */
  readonly isCut: boolean;
}

const NO_REQUESTS: ReadonlyMap<number, string> = new Map();

export class EventPublisher {
  /** Events that may wait in the queue before `hasRoom` is false. */
  readonly maxPending: number;
  private readonly bus: Bus;
  private readonly log: Log;
  private readonly onBroken: (error: unknown) => void;
  private readonly stream: Stream;
  private readonly encoder = new BatchEncoder();
  private readonly waiters = new Set<() => void>();
  /** Events from `head` on are waiting; those before it are published. */
  private queue: SequencedEvent[] = [];
  private head = 0;
  /** Request ids of waiting events, by their command's seq. */
  private readonly requestIds = new Map<number, string>();
  /** Total number of events that have left the queue. */
  private left = 0;
  private publishing = false;
  private standingBy = false;
  private streamTail = 0;
  private published: EventOffset = BEFORE_ALL_EVENTS;
  private publishedBytes: Uint8Array | null = null;

  constructor(options: EventPublisherOptions, dependencies: EventPublisherDependencies) {
    const { shard, replicas = 1, maxPendingEvents = MAX_PENDING_EVENTS } = options;
    const { bus, log, onBroken } = dependencies;
    this.bus = bus;
    this.log = log;
    this.onBroken = onBroken;
    this.maxPending = maxPendingEvents;
    this.stream = eventStream({ shard, replicas }, { bus, log });
  }

  /** Creates the stream if needed, and learns from its tail where publishing continues. */
  async open(): Promise<EventOffset> {
    await this.stream.ensure();
    await this.readTail();
    return this.published;
  }

  /**
   * For an empty stream: it begins after `offset`, as earlier events are not published again. A reader with an earlier
   * cursor learns this from the first message.
   */
  beginAfter(offset: EventOffset): void {
    assert(this.streamTail === 0, 'events begin where there are some');
    this.published = offset;
  }

  /**
   * From now on another process publishes. Events given here stay in the queue until `takeUp`, except those that the
   * stream turns out to hold. Call `catchUp` now and then.
   */
  standBy(): void {
    assert(!this.publishing, 'standing by while publishing');
    this.standingBy = true;
  }

  /** In standby: reads what the other process has published, and drops it from the queue. */
  catchUp(): Promise<void> {
    return this.readTail();
  }

  /** Publishes again, from the stream's end. */
  async takeUp(): Promise<void> {
    await this.readTail();
    this.standingBy = false;
    this.publish([]);
  }

  /** The last event known to be in the stream. */
  lastPublished(): EventOffset {
    return this.published;
  }

  /** The last event known: published, or waiting in the queue. */
  lastKnown(): EventOffset {
    const waiting = this.queue.at(-1);
    return this.pending > 0 && waiting !== undefined ? offsetOf(waiting) : this.published;
  }

  get pending(): number {
    return this.queue.length - this.head;
  }

  /** Resolves when there is room, and rejects once the bus is closed. */
  async whenRoom(): Promise<void> {
    while (!this.hasRoom) await this.nextPublication();
  }

  /** False: make no more events until some are published. A single command may still exceed the limit. */
  get hasRoom(): boolean {
    return this.pending < this.maxPending;
  }

  /**
   * Enqueues the next events, in order. Events that the stream holds already, as after a restart, are dropped.
   * `requestIds` maps a command's seq to its request; it is sent beside the events, for logs.
   * @throws InvariantViolation if the last event in the stream differs from the one given here
   */
  publish(
    events: readonly SequencedEvent[],
    requestIds: ReadonlyMap<number, string> = NO_REQUESTS,
  ): void {
    for (const event of events) {
      const order = compareOffsets(offsetOf(event), this.published);
      if (order > 0) {
        this.queue.push(event);
        const requestId = requestIds.get(event.seq);
        if (requestId !== undefined) this.requestIds.set(event.seq, requestId);
      }
      if (order === 0) this.assertSame(event);
    }
    if (this.pending > 0 && !this.publishing && !this.standingBy) void this.publishWaiting();
  }

  /** Resolves when the queue is empty, and rejects if publishing ended with events left. */
  async whenIdle(): Promise<void> {
    while (this.pending > 0) await this.nextPublication();
  }

  /** Resolves when all events given so far are in the stream; rejects if publishing ends before. */
  async whenPublished(): Promise<void> {
    const goal = this.left + this.pending;
    while (this.left < goal) await this.nextPublication();
  }

  private nextPublication(): Promise<void> {
    if (!this.publishing) return Promise.reject(new Error('events are not published any more'));
    return new Promise((resolve) => this.waiters.add(resolve));
  }

  private wake(): void {
    for (const resolve of this.waiters) resolve();
    this.waiters.clear();
  }

  private async publishWaiting(): Promise<void> {
    this.publishing = true;
    try {
      for (let attempt = 0; this.pending > 0;) {
        const batch = this.nextBatch();
        const outcome = await this.stream.append(batch.bytes, this.streamTail, batch.id, batch);
        if (outcome.stored) {
          attempt = 0;
          this.streamTail++;
          this.published = batch.summary.last;
          this.publishedBytes = null;
          this.drop(batch.count);
          this.wake();
          await sleep(EVENT_INTERVAL_MS);
        } else {
          this.log.warn(
            { attempt, why: outcome.why, pending: this.pending },
            'events not published yet',
          );
          await this.bus.whenConnected();
          await this.readTail();
          await pause(attempt++);
        }
      }
    } catch (error) {
      if (!this.bus.closed) this.onBroken(error);
    } finally {
      this.publishing = false;
      this.wake();
    }
  }

  /** The stream decides: its events leave the queue. */
  private async readTail(): Promise<void> {
    const tail = await this.stream.tailFrom(this.streamTail);
    assert(
      tail >= this.streamTail,
      () => `events: the stream ends at ${tail}, it had ${this.streamTail}`,
    );
    if (tail === this.streamTail) return;
    const message = await this.stream.storedMessage(tail);
    assert(message !== null, () => `events: message ${tail}, the last one, is missing`);
    const last = lastEventOf(decodeBatch(message.data, tail));
    assert(
      compareOffsets(offsetOf(last), this.published) > 0,
      () => `events: message ${tail} ends at ${last.seq}.${last.index}, which was published before`,
    );
    this.streamTail = tail;
    this.published = offsetOf(last);
    this.publishedBytes = encode(sequencedEventLayout, last);
    let done = 0;
    for (const event of this.queue.slice(this.head)) {
      if (compareOffsets(offsetOf(event), this.published) > 0) break;
      done++;
    }
    this.drop(done);
  }

  /** The same commands make the same events, as outcomes follow from the journal; otherwise one of the two is wrong. */
  private assertSame(event: SequencedEvent): void {
    const bytes = this.publishedBytes;
    if (bytes === null) return;
    assert(
      sameBytes(encode(sequencedEventLayout, event), bytes),
      () => `event ${event.seq}.${event.index} differs from the one that was published`,
    );
  }

  /** As many waiting events as fit in a message, at least one. */
  private nextBatch(): Batch {
    const batch = this.encoder.encode(this.published, this.queue, this.head);
    const first = this.queue[this.head]!;
    const { seq } = batch.summary.last;
    return {
      ...batch,
      id: `${first.seq}.${first.index}`,
      requestIds: this.requestIdsUpTo(seq),
      isCut: this.queue[this.head + batch.count]?.seq === seq,
    };
  }

  /** In the order of their commands: a Map preserves insertion order. */
  private requestIdsUpTo(seq: number): string[] {
    const ids: string[] = [];
    for (const [of, id] of this.requestIds) {
      if (of > seq) break;
      ids.push(id);
    }
    return ids;
  }

  private drop(count: number): void {
    this.head += count;
    const next = this.queue[this.head]?.seq ?? Infinity;
    for (const seq of this.requestIds.keys()) {
      if (seq >= next) break;
      this.requestIds.delete(seq);
    }
    this.left += count;
    if (this.head < this.queue.length && this.head < this.maxPending) return;
    this.queue = this.queue.slice(this.head);
    this.head = 0;
  }
}
