/**
 * A JetStream stream for the journal and the events: created once with a fixed configuration, appended to by
 * compare-and-set on its last sequence, and read to learn what it really holds.
 */
import { JetStreamApiCodes, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { Fault } from '@bellwether/errors';
import { outcomeOf } from './append-outcome';
import type { AppendOutcome } from './append-outcome';
import { pause } from '../connection/backoff';
import type { Bus } from '../connection/bus';
import { APPEND_TIMEOUT_MS, JETSTREAM_TIMEOUT_MS, STREAM_MISSING_TIMEOUT_MS } from '../limits';
import type { Log } from '../connection/log';
import {
  CUT_HEADER,
  REQUEST_IDS_HEADER,
  noteSummary,
  requestIdsHeader,
} from '../events/noted-requests';
import type { Summary } from '../events/noted-requests';
import { RequestError } from '../rpc/request-mux';
import { ShortAnswers } from './short-answers';
import { askForMessage } from './stored-message';
import type { StoredMessage } from './stored-message';
import { TRACEPARENTS_HEADER, traceparentsHeader } from '../connection/trace-headers';

export type StreamShape = Partial<StreamConfig> & Pick<StreamConfig, 'name' | 'subjects'>;

/** Picks the subject for appends among the stream's; undefined if they are not as expected. */
export type SubjectOf = (subjects: readonly string[]) => string | undefined;

/** Sent beside the bytes. */
export interface Noted {
  readonly requestIds?: Iterable<string>;
  readonly isCut?: boolean;
  /** Of events, for readers. */
  readonly summary?: Summary;
  readonly traceparents?: Iterable<string>;
}

/** Bounds as one server reports them: it may have been cut off from the majority. */
export interface StreamBounds {
  /** Sequence of the first message; if there is none, of the next one. */
  readonly first: number;
  /** Sequence of the last message; below `first` if there is none. */
  readonly tail: number;
  /** Number of servers with a copy of the stream. */
  readonly copies: number;
}

export class Stream {
  private manager: Promise<JetStreamManager> | undefined;
  /** The subject of appends; undefined: still to be learned. */
  private learned: string | undefined;

  constructor(
    private readonly shape: StreamShape,
    /** The subject of appends, or how to find it in a stream whose creator chose it. */
    private readonly subject: string | SubjectOf,
    private readonly bus: Bus,
    private readonly log: Log,
    /** Aborts all waits on this stream. */
    private readonly signal?: AbortSignal,
  ) {}

  get name(): string {
    return this.shape.name;
  }

  jetstream(): Promise<JetStreamManager> {
    this.manager ??= jetstreamManager(this.bus.connection, {
      checkAPI: false,
      timeout: JETSTREAM_TIMEOUT_MS,
    });
    return this.manager;
  }

  /**
   * Creates the stream if needed, with `firstSequence` for its first message (default 1).
   * @throws Fault if a stream of that name has another configuration or fewer copies: its guarantees would not hold
   */
  async ensure({ firstSequence = 1 }: { readonly firstSequence?: number } = {}): Promise<void> {
    const { streams } = await this.jetstream();
    const existing = await this.untilAnswered('look up', async () => {
      try {
        return (await streams.info(this.name)).config;
      } catch (error) {
        if (!isApiError(error, JetStreamApiCodes.StreamNotFound)) throw error;
        // If another process was faster, with its own subject, this is refused, and the stream is looked up again.
        const beginning = firstSequence === 1 ? {} : { first_seq: firstSequence };
        return (await streams.add({ ...this.shape, ...beginning })).config;
      }
    });
    this.learned = this.subjectIn(existing);
    for (const [key, wanted] of Object.entries(this.shape)) {
      if (key === 'subjects' && typeof this.subject !== 'string') continue;
      const found: unknown = Object.entries(existing).find(([name]) => name === key)?.[1];
      const same = JSON.stringify(found ?? defaultOf(wanted)) === JSON.stringify(wanted);
      // Operators may raise the number of copies; readers rely on everything else.
      const isSpread = key === 'num_replicas' && Number(found ?? 0) >= Number(wanted);
      if (!same && !isSpread) {
        throw new Fault(
          'poison',
          `stream ${this.name}: ${key} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`,
        );
      }
    }
  }

  /** @throws Fault if the stream has other subjects; the error does not name them, as they may be secret */
  private subjectIn({ subjects }: Pick<StreamConfig, 'subjects'>): string {
    const found = typeof this.subject === 'string' ? this.subject : this.subject(subjects);
    if (found === undefined) throw new Fault('poison', `stream ${this.name}: subjects of another`);
    return found;
  }

  private async learnSubject(): Promise<string> {
    if (typeof this.subject === 'string') return this.subject;
    const { streams } = await this.jetstream();
    return this.subjectIn((await streams.info(this.name)).config);
  }

  /** Waits until another process has created the stream. */
  async whenCreated(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.lastSequence();
        return;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        await pause(attempt, this.signal);
      }
    }
  }

  /**
   * Stores `data` if `expectedLast` is the stream's last sequence. Never throws because of the network or the server.
   */
  async append(
    data: Uint8Array,
    expectedLast: number,
    messageId?: string,
    { requestIds, isCut = false, summary, traceparents }: Noted = {},
    timeoutMs = APPEND_TIMEOUT_MS,
  ): Promise<AppendOutcome> {
    const conditions = headers();
    conditions.set('Nats-Expected-Stream', this.name);
    // At stream level: the check by subject fails on some servers.
    conditions.set('Nats-Expected-Last-Sequence', String(expectedLast));
    if (messageId !== undefined) conditions.set('Nats-Msg-Id', messageId);
    const noted = requestIds && requestIdsHeader(requestIds);
    if (noted !== undefined) conditions.set(REQUEST_IDS_HEADER, noted);
    if (isCut) conditions.set(CUT_HEADER, '1');
    if (summary !== undefined) noteSummary(conditions, summary);
    const traces = traceparents && traceparentsHeader(traceparents);
    if (traces !== undefined) conditions.set(TRACEPARENTS_HEADER, traces);
    try {
      this.learned ??= await this.learnSubject();
      const answer = this.bus.request(this.learned, data, timeoutMs, conditions);
      this.bus.send(); // sends now, as a busy turn of the event loop takes milliseconds
      return outcomeOf((await answer).string(), expectedLast + 1);
    } catch (error) {
      // The stream may have been recreated from its archive.
      this.learned = undefined;
      // Without the subject, which may be secret.
      if (error instanceof RequestError) return { stored: false, why: error.failure };
      return { stored: false, why: error instanceof Error ? error.message : String(error) };
    }
  }

  /**
   * Sequence of the last message, 0 if there is none; retries until a server answers. It may be too low: that server
   * may have been cut off from the majority.
   */
  async lastSequence(signal = this.signal): Promise<number> {
    return (await this.bounds(signal)).tail;
  }

  /**
   * As `lastSequence`, for a caller that knows message `known` was stored: a shorter tail is retried until answers have
   * been short for `SHORT_TAIL_TIMEOUT_MS`. A result below `known` means that the stream was truncated.
   */
  async tailFrom(known: number, signal = this.signal): Promise<number> {
    const { tail } = await this.untilPlausible(
      (short) => this.tailOnce(known, short, signal),
      'the tail is shorter than it was',
      signal,
    );
    return tail;
  }

  /** A stored message. Null only if answers lack it for `SHORT_TAIL_TIMEOUT_MS`: then the server cannot read it. */
  storedMessage(sequence: number, signal = this.signal): Promise<StoredMessage | null> {
    return this.untilPlausible(
      async (short) => {
        const message = await this.message(sequence, signal);
        if (message !== null) return message;
        const { copies } = await this.bounds(signal);
        return short.isConfirmed(copies) ? null : undefined;
      },
      'a message is missing',
      signal,
    );
  }

  /** A new judge of this stream's short answers. */
  shortAnswers(): ShortAnswers {
    return new ShortAnswers(this.bus);
  }

  /** The tail as a server reports it, if plausible; undefined: ask again. */
  async tailOnce(
    known: number,
    short: ShortAnswers,
    signal = this.signal,
  ): Promise<StreamBounds | undefined> {
    const bounds = await this.bounds(signal);
    return bounds.tail >= known || short.isConfirmed(bounds.copies) ? bounds : undefined;
  }

  private async untilPlausible<T>(
    ask: (short: ShortAnswers) => Promise<T | undefined>,
    what: string,
    signal?: AbortSignal,
  ): Promise<T> {
    const short = this.shortAnswers();
    for (let attempt = 0; ; attempt++) {
      const answer = await ask(short);
      if (answer !== undefined) return answer;
      this.log.warn({ stream: this.name, attempt }, `${what}: asking again`);
      await pause(attempt, signal);
    }
  }

  /** First and last sequence; retries until a server answers. */
  bounds(signal = this.signal): Promise<StreamBounds> {
    const ask = async (): Promise<StreamBounds> => {
      const { streams } = await this.jetstream();
      const { state, config } = await streams.info(this.name);
      const first = Math.max(state.first_seq, 1);
      return { first, tail: state.last_seq, copies: config.num_replicas };
    };
    return this.untilAnswered('read the bounds', ask, signal);
  }

  /** The message with that sequence, null if the stream has none; retries until the server answers. */
  message(sequence: number, signal = this.signal): Promise<StoredMessage | null> {
    const ask = (): Promise<StoredMessage | null> => askForMessage(this.bus, this.name, sequence);
    return this.untilAnswered('read a message', ask, signal);
  }

  /**
   * Repeats a request until the server answers it, however long it is down.
   * @throws Fault if a server that answers does not know the stream; RequestError once the bus is closed
   */
  private async untilAnswered<T>(
    what: string,
    ask: () => Promise<T>,
    signal = this.signal,
  ): Promise<T> {
    let missingSinceMs: number | undefined;
    for (let attempt = 0; ; attempt++) {
      await this.bus.whenConnected(signal);
      try {
        return await ask();
      } catch (error) {
        if (!isApiError(error, JetStreamApiCodes.StreamNotFound)) missingSinceMs = undefined;
        else {
          missingSinceMs ??= performance.now();
          if (performance.now() - missingSinceMs > STREAM_MISSING_TIMEOUT_MS) {
            throw new Fault('poison', `stream ${this.name} is gone`, { cause: error });
          }
        }
        const reason = error instanceof Error ? error.message : String(error);
        this.log.warn({ stream: this.name, reason, attempt }, `cannot ${what} yet`);
      }
      await pause(attempt, signal);
    }
  }
}

const isApiError = (error: unknown, code: number): boolean =>
  error instanceof JetStreamApiError && error.code === code;

/** The default of a setting that the server omits when it reports a configuration. */
const defaultOf = (wanted: unknown): unknown => {
  if (typeof wanted === 'boolean') return false;
  return typeof wanted === 'number' ? 0 : undefined;
};
