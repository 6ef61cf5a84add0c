/**
 * The connection to NATS that every app uses. It reconnects forever and buffers nothing: while it is broken, a request
 * fails at once (`not_connected`: no one received it) instead of waiting in a growing queue. Requests under way when it
 * breaks fail as `disconnected`: their outcome is unknown.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PermissionViolationError } from '@nats-io/transport-node';
import type { Msg, MsgHdrs, NatsConnection, Subscription } from '@nats-io/transport-node';
import { pause } from './backoff';
import { CLOSE_TIMEOUT_MS } from '../limits';
import type { Log } from './log';
import { destroySocket } from './stale-socket';
import { partsOf } from '../rpc/answer-parts';
import { RequestError, RequestMux } from '../rpc/request-mux';

export type MessageHandler = (message: Msg) => void;

export class Bus {
  readonly shortTailTimeoutMs: number;
  private readonly mux: RequestMux;
  private readonly waiters = new Set<() => void>();
  private up = true;
  private reconnects = 0;
  private shortAnswerCount = 0;
  private closing: Promise<void> | null = null;

  /** @internal use `connectBus` */
  constructor(
    /** For this library's adapters; apps use the methods. */
    readonly connection: NatsConnection,
    private readonly log: Log,
    {
      inboxPrefix,
      maxOutstandingRequests,
      shortTailTimeoutMs,
    }: { inboxPrefix: string; maxOutstandingRequests: number; shortTailTimeoutMs: number },
  ) {
    this.shortTailTimeoutMs = shortTailTimeoutMs;
    this.mux = new RequestMux(connection, { inboxPrefix, maxOutstanding: maxOutstandingRequests });
    void this.watch();
  }

  get connected(): boolean {
    return this.up && !this.connection.isClosed();
  }

  /** Rises whenever the connection is lost: earlier knowledge may be out of date. */
  get connectionNumber(): number {
    return this.reconnects;
  }

  get closed(): boolean {
    return this.closing !== null || this.connection.isClosed();
  }

  /**
   * Number of answers that showed less of a stream than this process knew: from servers that were cut off, or a
   * truncated stream.
   */
  get shortAnswers(): number {
    return this.shortAnswerCount;
  }

  /** @internal */
  countShortAnswer(): void {
    this.shortAnswerCount++;
  }

  get outstandingRequests(): number {
    return this.mux.outstanding;
  }

  /** Resolves once connected; rejects once the bus is closed or `signal` is aborted. */
  async whenConnected(signal?: AbortSignal): Promise<void> {
    const wake = (): void => this.wake();
    signal?.addEventListener('abort', wake);
    try {
      while (!this.connected || this.closed) {
        signal?.throwIfAborted();
        if (this.closed) throw new RequestError('not_connected', 'any subject');
        await new Promise<void>((resolve) => this.waiters.add(resolve));
      }
    } finally {
      signal?.removeEventListener('abort', wake);
    }
  }

  /** @throws RequestError */
  request(
    subject: string,
    payload: Uint8Array,
    timeoutMs: number,
    headers?: MsgHdrs,
  ): Promise<Msg> {
    if (!this.connected) return Promise.reject(new RequestError('not_connected', subject));
    return this.mux.request(subject, payload, timeoutMs, headers);
  }

  /** Sends pending requests now, not at the end of this turn of the event loop. */
  send(): void {
    this.mux.send();
  }

  /**
   * Publishes an answer or notification that may get lost, in parts if it is large. Never throws: the sender has done
   * its work and must not end because nobody learns of it.
   * @returns false if it was not sent
   */
  publish(subject: string, payload: Uint8Array): boolean {
    if (!this.connected) return false;
    try {
      const parts = partsOf(payload);
      for (const { data, headers } of parts ?? [])
        this.connection.publish(subject, data, headers === undefined ? {} : { headers });
      if (parts !== null) return true;
      this.log.error({ subject, bytes: payload.length }, 'an answer is too large to be sent');
    } catch (error) {
      this.log.error({ subject, bytes: payload.length, error: String(error) }, 'not sent');
    }
    return false;
  }

  /**
   * Calls `handler` for each message, in order of arrival; the subscription survives reconnects. An error thrown by the
   * handler is not swallowed: it becomes an uncaught exception, which stops the process.
   *
   * @param onRefused for a subject that the server may refuse to this process; without it, a refusal is such an error
   */
  subscribe(
    subject: string,
    handler: MessageHandler,
    queue?: string,
    onRefused?: () => void,
  ): Subscription {
    return this.connection.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        try {
          const isRefused = error instanceof PermissionViolationError;
          if (isRefused && onRefused !== undefined) return onRefused();
          if (error) throw error;
          handler(message);
        } catch (thrown) {
          // Thrown inside the client's parser, it would silently end reading from the connection.
          queueMicrotask(() => {
            throw thrown;
          });
        }
      },
    });
  }

  /** When it resolves, the server has everything published before. */
  async flush(): Promise<void> {
    this.send();
    await this.connection.flush();
  }

  /** When it resolves, a server knows all earlier subscriptions, however many reconnects that takes. */
  async whenSubscribed(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      await this.whenConnected();
      try {
        await this.flush();
        return;
      } catch (error) {
        if (this.closed) throw error;
        await pause(attempt); // connection lost meanwhile: the next one restores all subscriptions
      }
    }
  }

  /** Ends subscriptions, sends what was published, closes. Never hangs on a server that is down. */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    const timer = new AbortController();
    if (this.connected) {
      this.send();
      const drained = this.connection.drain().catch(() => undefined);
      const timeout = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: timer.signal });
      await Promise.race([drained, timeout.catch(() => undefined)]);
    }
    timer.abort();
    this.mux.close();
    await this.connection.close();
    this.wake();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.up = false;
        this.reconnects++;
        this.mux.disconnected();
        if (!this.closed) this.log.warn({ server: status.server }, 'bus disconnected');
      } else if (status.type === 'reconnect') {
        this.up = true;
        this.log.info({ server: status.server }, 'bus reconnected');
        this.wake();
      } else if (status.type === 'error') {
        const { error } = status;
        this.log.error({ error: error.message }, 'bus error');
        const isPublication =
          error instanceof PermissionViolationError && error.operation === 'publish';
        if (isPublication) this.mux.forbidden(error.subject);
      } else if (status.type === 'staleConnection') {
        this.log.warn({}, 'bus connection is stale');
        destroySocket(this.connection);
      }
    }
  }

  private wake(): void {
    for (const resolve of this.waiters) resolve();
    this.waiters.clear();
  }
}
