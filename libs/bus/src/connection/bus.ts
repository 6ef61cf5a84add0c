/**
 * The connection to NATS that every app uses. It reconnects forever and buffers nothing: while it is broken, a request
 * fails at once (`not_connected`: no one received it) instead of waiting in a growing queue. Requests under way when it
 * breaks fail as `disconnected`: their outcome is unknown.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AuthorizationError,
  PermissionViolationError,
  connect,
  nkeyAuthenticator,
} from '@nats-io/transport-node';
import type { Msg, MsgHdrs, NatsConnection, Subscription } from '@nats-io/transport-node';
import { pause } from './backoff';
import { inboxPrefixOf } from './inbox';
import {
  CLOSE_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  LEAST_MAX_PAYLOAD_BYTES,
  MAX_OUTSTANDING_REQUESTS,
  MAX_PINGS_OUT,
  PING_INTERVAL_MS,
  RECONNECT_WAIT_MS,
  SHORT_TAIL_PATIENCE_MS,
} from '../limits';
import type { Log } from './log';
import { destroySocket } from './stale-socket';
import { publicKeyOfSeed } from './nkey';
import { partsOf } from '../rpc/answer-parts';
import { RequestError, RequestMux } from '../rpc/request-mux';

export interface BusOptions {
  /** e.g. `nats://127.0.0.1:4222`, or several of one cluster. */
  readonly servers: string | readonly string[];
  /** The app's name: the identity that has its permissions, shown in the server's monitoring, and part of its inbox. */
  readonly name: string;
  /** Seed of the identity's nkey. It authenticates the connection and never leaves the process. */
  readonly nkeySeed?: SecretText | undefined;
  /** For a server without identities, which asks every client for the same token. */
  readonly token?: SecretText | undefined;
  readonly log: Log;
  readonly maxOutstandingRequests?: number;
  /** How long an answer that shows less of a stream than is known is retried, in milliseconds. */
  readonly shortTailPatienceMs?: number;
  /** Aborts waiting for a server that is down. */
  readonly signal?: AbortSignal;
}

/** A text, or an object that keeps it from being printed. */
export type SecretText = string | { reveal(): string };

export type MessageHandler = (message: Msg) => void;

export class Bus {
  readonly shortTailPatienceMs: number;
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
      shortTailPatienceMs,
    }: { inboxPrefix: string; maxOutstandingRequests: number; shortTailPatienceMs: number },
  ) {
    this.shortTailPatienceMs = shortTailPatienceMs;
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
   * Publishes an answer or notification that may get lost, in parts if it is large. Never throws: whoever sends has
   * done its work, and must not end because nobody learns of it.
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
    const patience = new AbortController();
    if (this.connected) {
      this.send();
      const drained = this.connection.drain().catch(() => undefined);
      const timeout = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: patience.signal });
      await Promise.race([drained, timeout.catch(() => undefined)]);
    }
    patience.abort();
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

/**
 * Connects, and waits for the server as long as it takes: apps and NATS may start in any order.
 * @throws AuthorizationError at once if the server rejects the nkey or the token; ServerSettingError if it takes no
 * messages of the size that is sent here; Error if the seed is invalid
 */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const { servers, name, log, signal } = options;
  const { maxOutstandingRequests = MAX_OUTSTANDING_REQUESTS } = options;
  const { shortTailPatienceMs = SHORT_TAIL_PATIENCE_MS } = options;
  const inboxPrefix = inboxPrefixOf(name);
  const proof = proofOf(options);
  for (;;) {
    signal?.throwIfAborted();
    try {
      const connection = await connect({
        servers: typeof servers === 'string' ? servers : [...servers],
        name,
        inboxPrefix,
        ...proof,
        // Otherwise the library builds an Error with its stack for every request: 60 % of its CPU.
        noAsyncTraces: true,
        maxReconnectAttempts: -1,
        ignoreAuthErrorAbort: true,
        timeout: CONNECT_TIMEOUT_MS,
        reconnectTimeWait: RECONNECT_WAIT_MS,
        reconnectJitter: RECONNECT_WAIT_MS,
        pingInterval: PING_INTERVAL_MS,
        maxPingOut: MAX_PINGS_OUT,
      });
      await requireRoomForMessages(connection);
      return new Bus(connection, log, { inboxPrefix, maxOutstandingRequests, shortTailPatienceMs });
    } catch (error) {
      if (error instanceof AuthorizationError || error instanceof ServerSettingError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ servers, reason }, 'bus: no connection yet');
      const waitMs = RECONNECT_WAIT_MS * (1 + Math.random());
      await sleep(waitMs, undefined, signal ? { signal } : {});
    }
  }
}

/** What an operator has to change at nats-server. */
export class ServerSettingError extends Error {}

async function requireRoomForMessages(connection: NatsConnection): Promise<void> {
  const most = connection.info?.max_payload ?? 0;
  if (most >= LEAST_MAX_PAYLOAD_BYTES) return;
  await connection.close();
  throw new ServerSettingError(
    `nats-server has max_payload ${most}: set it to at least ${LEAST_MAX_PAYLOAD_BYTES}`,
  );
}

const revealed = (secret: SecretText): string =>
  typeof secret === 'string' ? secret : secret.reveal();

function proofOf({ nkeySeed, token }: BusOptions) {
  if (nkeySeed === undefined) return token === undefined ? {} : { token: revealed(token) };
  const seed = revealed(nkeySeed);
  publicKeyOfSeed(seed); // an invalid seed fails here, not at the server's challenge
  return { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) };
}
