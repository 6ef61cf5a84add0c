/**
 * A stream's messages as they arrive, without a request for each. An append arrives on its own subject, before the
 * stream has stored it; the server's notice reports that a message is stored, and its sequence. Only the two together
 * are a message of the stream, so an append that the stream refused is never read. Missing messages are requested by
 * number.
 */
import type { MsgHdrs } from '@nats-io/transport-node';
import type { Bus } from '../connection/bus';
import { CUT_HEADER, notedRequests, summaryOf } from '../events/noted-requests';
import { MAX_PUSHED_BYTES, MAX_PUSHED_MESSAGES, READ_SILENCE_MS } from '../limits';
import type { Log } from '../connection/log';
import type { StoredMessage } from './stored-message';
import type { LiveSubjects } from './stream-reading';

interface Appended {
  readonly messageId: string;
  readonly message: StoredMessage;
}

const NOTHING = new Uint8Array();

type Subscription = ReturnType<Bus['subscribe']>;

export class LiveMessages {
  /** The highest sequence that the server gave notice of. */
  notified = 0;
  private wake: () => void = () => undefined;
  private readonly subscriptions: Subscription[] = [];
  /** By the sequence that each is to have: several, if two processes append at once. */
  private readonly appended = new Map<number, Appended[]>();
  private readonly stored = new Map<number, StoredMessage>();
  private held = { messages: 0, bytes: 0 };

  constructor(
    private readonly stream: string,
    private readonly subjects: LiveSubjects,
    { bus, log }: { readonly bus: Bus; readonly log: Log },
  ) {
    const { stored, appends } = subjects;
    // First, as the notice follows the append.
    if (appends !== undefined) {
      this.subscriptions.push(
        bus.subscribe(
          appends,
          ({ headers, data }) => headers && this.receive(headers, data),
          undefined,
          () => log.warn({ stream }, 'messages may not be heard as they come: each is asked for'),
        ),
      );
    }
    this.subscriptions.push(bus.subscribe(stored, ({ headers }) => headers && this.note(headers)));
  }

  /** The messages from sequence `next` on that are here, in order. They are not held any longer. */
  take(next: number): StoredMessage[] {
    this.dropBefore(next);
    const messages: StoredMessage[] = [];
    for (let sequence = next; ; sequence++) {
      const message = this.stored.get(sequence);
      if (message === undefined) return messages;
      messages.push(message);
      this.stored.delete(sequence);
      this.count(message, -1);
    }
  }

  /** Whether `take` has this message, once it is its turn. */
  holds(sequence: number): boolean {
    return this.stored.has(sequence);
  }

  /** Resolves once the server has given notice of `sequence`; after `READ_SILENCE_MS` at the latest, as notices get lost. */
  async reaches(sequence: number, signal: AbortSignal): Promise<void> {
    if (this.notified >= sequence || signal.aborted) return;
    let done = (): void => undefined;
    const woken = new Promise<void>((resolve) => (done = resolve));
    const silence = setTimeout(done, READ_SILENCE_MS);
    signal.addEventListener('abort', done);
    this.wake = () => this.notified >= sequence && done();
    await woken;
    this.wake = () => undefined;
    signal.removeEventListener('abort', done);
    clearTimeout(silence);
  }

  /** Notices were wrong: only the stream itself shows its end. */
  forget(): void {
    this.notified = 0;
  }

  close(): void {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
  }

  private receive(headers: MsgHdrs, data: Uint8Array): void {
    if (headers.get('Nats-Expected-Stream') !== this.stream) return;
    const sequence = sequenceIn(headers, 'Nats-Expected-Last-Sequence') + 1;
    if (Number.isNaN(sequence) || sequence <= this.notified || !this.hasRoomFor(data)) return;
    const isCut = headers.has(CUT_HEADER);
    const message = { sequence, data, requestIds: notedRequests(headers), isCut };
    const others = this.appended.get(sequence) ?? [];
    this.appended.set(sequence, [...others, { messageId: messageIdIn(headers), message }]);
    this.count(message, 1);
  }

  private note(headers: MsgHdrs): void {
    const sequence = sequenceIn(headers, 'Nats-Sequence');
    if (Number.isNaN(sequence) || sequence <= this.notified) return;
    this.notified = sequence;
    if (headers.get('Nats-Stream') === this.stream) {
      this.confirm(sequence, headers);
      this.pass(sequence, headers);
    }
    this.wake();
  }

  /** A message with nothing that the reader needs is read by its headers. */
  private pass(sequence: number, headers: MsgHdrs): void {
    const { kinds } = this.subjects;
    const summary = kinds && summaryOf(headers);
    if (summary === undefined || !this.hasRoomFor(NOTHING)) return;
    for (const kind of summary.kinds) if (kinds!.has(kind)) return;
    const isCut = headers.has(CUT_HEADER);
    this.stored.set(sequence, { sequence, data: NOTHING, isCut, passedTo: summary.last });
    this.held.messages++;
  }

  /** The message of the stream under this sequence is the append with its id and its size. */
  private confirm(sequence: number, headers: MsgHdrs): void {
    const messageId = messageIdIn(headers);
    const bytes = sequenceIn(headers, 'Nats-Msg-Size');
    const found = this.appended
      .get(sequence)
      ?.find((one) => one.messageId === messageId && one.message.data.length === bytes);
    if (found !== undefined) {
      this.stored.set(sequence, found.message);
      this.count(found.message, 1);
    }
    for (const [of, others] of this.appended) {
      if (of > sequence) continue;
      this.appended.delete(of);
      for (const { message } of others) this.count(message, -1);
    }
  }

  /** A reader that is slow asks later for what it has no room for now. */
  private hasRoomFor(data: Uint8Array): boolean {
    const { messages, bytes } = this.held;
    return messages < MAX_PUSHED_MESSAGES && bytes + data.length <= MAX_PUSHED_BYTES;
  }

  private dropBefore(next: number): void {
    for (const [sequence, message] of this.stored) {
      if (sequence >= next) continue;
      this.stored.delete(sequence);
      this.count(message, -1);
    }
  }

  private count({ data }: StoredMessage, sign: 1 | -1): void {
    this.held.messages += sign;
    this.held.bytes += sign * data.length;
  }
}

const messageIdIn = (headers: MsgHdrs): string => headers.get('Nats-Msg-Id');

/** NaN if there is none. */
function sequenceIn(headers: MsgHdrs, name: string): number {
  const text = headers.get(name);
  const number = text === '' ? NaN : Number(text);
  return Number.isSafeInteger(number) && number >= 0 ? number : NaN;
}
