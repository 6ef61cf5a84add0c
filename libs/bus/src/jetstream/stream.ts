/**
 * A JetStream stream as the journal and the events need it: made once with a fixed configuration, appended to by
 * compare-and-set on its last sequence, and asked what really is in it.
 */
import { JetStreamApiCodes, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { Fault } from '@bellwether/errors';
import { outcomeOf } from './append-outcome';
import type { AppendOutcome } from './append-outcome';
import { pause } from '../connection/backoff';
import type { Bus } from '../connection/bus';
import { APPEND_TIMEOUT_MS, JETSTREAM_TIMEOUT_MS, STREAM_MISSING_PATIENCE_MS } from '../limits';
import type { Log } from '../connection/log';
import { REQUEST_IDS_HEADER, requestIdsHeader } from '../events/noted-requests';
import { RequestError } from '../rpc/request-mux';
import { ShortAnswers } from './short-answers';
import { askForMessage } from './stored-message';
import type { StoredMessage } from './stored-message';
import { TRACEPARENTS_HEADER, traceparentsHeader } from '../connection/trace-headers';

export type StreamShape = Partial<StreamConfig> & Pick<StreamConfig, 'name' | 'subjects'>;

/** The subject that appends go to, of those the stream has; undefined where they are not what they should be. */
export type SubjectOf = (subjects: readonly string[]) => string | undefined;

/** What is told beside the bytes, for logs and traces alone. */
export interface Noted {
  readonly requestIds?: Iterable<string>;
  readonly traceparents?: Iterable<string>;
}

/** As one server has it: it may have been cut off from those that go on. */
export interface StreamBounds {
  /** Sequence of the first message; where there is none, of the next one. */
  readonly first: number;
  /** Sequence of the last message; less than `first`: there is none. */
  readonly tail: number;
  /** Servers that keep the stream. */
  readonly copies: number;
}

export class Stream {
  private manager: Promise<JetStreamManager> | undefined;
  /** Where the next append goes; undefined: to be learned. */
  private learned: string | undefined;

  constructor(
    private readonly shape: StreamShape,
    /** The subject of appends, or how it is learned of a stream whose maker chose it. */
    private readonly subject: string | SubjectOf,
    private readonly bus: Bus,
    private readonly log: Log,
    /** Ends every waiting of this stream. */
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
   * Creates the stream where there is none, with `firstSequence` for its first message (default 1).
   * @throws Fault where one of that name is set otherwise, or kept by fewer servers: its promises would not hold
   */
  async ensure({ firstSequence = 1 }: { readonly firstSequence?: number } = {}): Promise<void> {
    const { streams } = await this.jetstream();
    const existing = await this.untilAnswered('look up', async () => {
      try {
        return (await streams.info(this.name)).config;
      } catch (error) {
        if (!isApiError(error, JetStreamApiCodes.StreamNotFound)) throw error;
        // Where another process was faster, with a subject of its own, it is refused: and looked up again.
        const beginning = firstSequence === 1 ? {} : { first_seq: firstSequence };
        return (await streams.add({ ...this.shape, ...beginning })).config;
      }
    });
    this.learned = this.subjectIn(existing);
    for (const [key, wanted] of Object.entries(this.shape)) {
      if (key === 'subjects' && typeof this.subject !== 'string') continue;
      const found: unknown = Object.entries(existing).find(([name]) => name === key)?.[1];
      const same = JSON.stringify(found ?? defaultOf(wanted)) === JSON.stringify(wanted);
      // Operators may spread a stream over more servers; everything else is what the readers rely on.
      const isSpread = key === 'num_replicas' && Number(found ?? 0) >= Number(wanted);
      // As releases before made a journal: it is read and written like any other, and only never purged.
      const isStricter = key === 'deny_purge' && found === true;
      if (!same && !isSpread && !isStricter) {
        throw new Fault(
          'poison',
          `stream ${this.name}: ${key} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`,
        );
      }
    }
  }

  /** @throws Fault where the stream has other subjects; which, is not said: they may be a secret */
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

  /** Waits for another process to create the stream. */
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

  /** Stores `data` if `expectedLast` is the stream's last sequence. Never throws for what the world does. */
  async append(
    data: Uint8Array,
    expectedLast: number,
    messageId?: string,
    { requestIds, traceparents }: Noted = {},
    timeoutMs = APPEND_TIMEOUT_MS,
  ): Promise<AppendOutcome> {
    const conditions = headers();
    conditions.set('Nats-Expected-Stream', this.name);
    // At stream level: the check by subject fails on some servers.
    conditions.set('Nats-Expected-Last-Sequence', String(expectedLast));
    if (messageId !== undefined) conditions.set('Nats-Msg-Id', messageId);
    const noted = requestIds && requestIdsHeader(requestIds);
    if (noted !== undefined) conditions.set(REQUEST_IDS_HEADER, noted);
    const traces = traceparents && traceparentsHeader(traceparents);
    if (traces !== undefined) conditions.set(TRACEPARENTS_HEADER, traces);
    try {
      this.learned ??= await this.learnSubject();
      const answer = this.bus.request(this.learned, data, timeoutMs, conditions);
      this.bus.send(); // a busy turn of the event loop takes milliseconds to end
      return outcomeOf((await answer).string(), expectedLast + 1);
    } catch (error) {
      // It may have been made anew meanwhile, from its archive.
      this.learned = undefined;
      // Without the subject, which may be a secret.
      if (error instanceof RequestError) return { stored: false, why: error.failure };
      return { stored: false, why: error instanceof Error ? error.message : String(error) };
    }
  }

  /**
   * Sequence of the last message, 0 where there is none; asks until a server answers. It may be less than there is: that
   * server may have been cut off from those that go on.
   */
  async lastSequence(signal = this.signal): Promise<number> {
    return (await this.bounds(signal)).tail;
  }

  /**
   * The same, for who knows that message `known` was stored: a tail that is shorter is asked for again, until it has been
   * shorter for `SHORT_TAIL_PATIENCE_MS` of answers. Less than `known`: the stream was cut.
   */
  async tailFrom(known: number, signal = this.signal): Promise<number> {
    const { tail } = await this.patiently(
      (short) => this.tailOnce(known, short, signal),
      'the tail is shorter than it was',
      signal,
    );
    return tail;
  }

  /**
   * A message that was stored: null only where that is answered for `SHORT_TAIL_PATIENCE_MS`. Then the server cannot read
   * it.
   */
  storedMessage(sequence: number, signal = this.signal): Promise<StoredMessage | null> {
    return this.patiently(
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

  /** How short answers of this stream are to be taken. */
  shortAnswers(): ShortAnswers {
    return new ShortAnswers(this.bus);
  }

  /** What a server says of the tail, where that can be; undefined: to be asked again. */
  async tailOnce(
    known: number,
    short: ShortAnswers,
    signal = this.signal,
  ): Promise<StreamBounds | undefined> {
    const bounds = await this.bounds(signal);
    return bounds.tail >= known || short.isConfirmed(bounds.copies) ? bounds : undefined;
  }

  private async patiently<T>(
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

  /** Where it begins and ends; asks until a server answers. */
  bounds(signal = this.signal): Promise<StreamBounds> {
    const ask = async (): Promise<StreamBounds> => {
      const { streams } = await this.jetstream();
      const { state, config } = await streams.info(this.name);
      const first = Math.max(state.first_seq, 1);
      return { first, tail: state.last_seq, copies: config.num_replicas };
    };
    return this.untilAnswered('read the bounds', ask, signal);
  }

  /** The message of that sequence, null where the stream has none; asks until the server answers. */
  message(sequence: number, signal = this.signal): Promise<StoredMessage | null> {
    const ask = (): Promise<StoredMessage | null> => askForMessage(this.bus, this.name, sequence);
    return this.untilAnswered('read a message', ask, signal);
  }

  /**
   * Repeats a question until the server answers it, however long it is away.
   * @throws Fault where the stream stays unknown to a server that does answer; RequestError once the bus is closed
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
          if (performance.now() - missingSinceMs > STREAM_MISSING_PATIENCE_MS) {
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

/** What the server leaves out of a configuration it reports. */
const defaultOf = (wanted: unknown): unknown => {
  if (typeof wanted === 'boolean') return false;
  return typeof wanted === 'number' ? 0 : undefined;
};
