/**
 * Orders over one WebSocket: the same bodies and answers as over HTTP, many under way, faster. A lost connection fails what
 * is under way as one of HTTP would, so that its caller sends the same bytes again: it is carried out once.
 */
import { ConnectionError } from '../errors';
import type { RawAnswer } from '../http/json-answer';
import { isObject } from '../http/json-answer';
import type { JsonObject } from '../http/json-answer';
import type { TransportRequest } from '../http/transport';
import { MAX_OPERATIONS_UNDER_WAY, SILENCE_MS } from '../limits';
import { Semaphore } from '../submission/semaphore';
import { Connection } from './connection';
import { globalWebSocket, streamUrlOf } from './web-socket';
import type { WebSocketConstructor } from './web-socket';

export interface OrderSocketOptions {
  readonly gatewayUrl: string;
  /** For runtimes without a WebSocket (Node.js before 22): that of the package `ws`. */
  readonly webSocket?: WebSocketConstructor;
  /** After this much silence the connection counts as broken. Default: two heartbeats. */
  readonly silenceMs?: number;
}

/** The operations of the socket, by the path that takes the same body. */
const OPERATIONS: Readonly<Record<string, string>> = {
  '/v1/orders': 'order',
  '/v1/orders/cancel': 'cancel',
  '/v1/orders/amend': 'amend',
  '/v1/orders/cancel-all': 'cancel_all',
  '/v1/orders/batch': 'batch',
  '/v1/orders/cancel-after': 'cancel_after',
  '/v1/positions/redeem': 'redeem',
  'ws:cancel_on_disconnect': 'cancel_on_disconnect',
  'ws:keep_on_disconnect': 'keep_on_disconnect',
};
/** Taken by the socket alone. */
export const HOLD_PATH = 'ws:cancel_on_disconnect';
export const KEEP_PATH = 'ws:keep_on_disconnect';

interface UnderWay {
  readonly resolve: (answer: RawAnswer) => void;
  readonly reject: (error: ConnectionError) => void;
}

/**
 * For `TraderOptions.socket`; several traders may share one. It connects with the first operation, and again whenever
 * the connection is lost, until it is closed.
 */
export class OrderSocket {
  private readonly connection: Connection;
  private readonly turns = new Semaphore(MAX_OPERATIONS_UNDER_WAY);
  private readonly underWay = new Map<string, UnderWay>();
  private readonly openers = new Set<() => Promise<void>>();
  private waiting: (() => void)[] = [];
  /** Open, and the openers are done. */
  private isReady = false;
  private nextId = 1;

  constructor(options: OrderSocketOptions) {
    this.connection = new Connection({
      url: streamUrlOf(options.gatewayUrl),
      webSocket: options.webSocket ?? globalWebSocket(),
      silenceMs: options.silenceMs ?? SILENCE_MS,
      onOpen: () => void this.opened(),
      onMessage: (message) => this.read(message),
      onLost: ({ code, reason }) => this.lost(`the connection was lost (${code} ${reason})`),
    });
  }

  /** Closes the connection: cancels that were left for that are sent. The outcome of requests under way is unknown. */
  close(): void {
    this.connection.stop();
    this.lost('the socket was closed');
  }

  /** @internal */
  restart(): void {
    this.connection.restart('held cancels could not be renewed');
  }

  /** @internal */
  takes(method: string, path: string): boolean {
    return method === 'POST' && path in OPERATIONS;
  }

  /**
   * Sends an operation when there is a connection, and gives its answer.
   * @internal
   * @throws ConnectionError; the signal's reason
   */
  send(request: TransportRequest): Promise<RawAnswer> {
    this.connection.start();
    return this.turns.take(async () => {
      await this.whenReady(request.signal);
      return this.exchange(request);
    });
  }

  /**
   * Sends at once, before what waits for the connection: for `openers`.
   * @internal
   */
  exchange({ path, body, signal }: TransportRequest): Promise<RawAnswer> {
    const id = String(this.nextId++);
    return new Promise((resolve, reject) => {
      const abort = (): void => end(() => reject(signal.reason as Error));
      const end = (settle: () => void): void => {
        this.underWay.delete(id);
        signal.removeEventListener('abort', abort);
        settle();
      };
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      // Spliced, so that the body is sent byte for byte.
      const text = `{"op":"${OPERATIONS[path]}","id":"${id}","body":${body}}`;
      if (!this.connection.sendText(text)) {
        reject(
          new ConnectionError(`${path}: no connection`, { mayBeSent: false, cause: undefined }),
        );
        return;
      }
      this.underWay.set(id, {
        resolve: (answer) => end(() => resolve(answer)),
        reject: (error) => end(() => reject(error)),
      });
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /**
   * Runs after each connect, before anything else is sent. If it fails, the connection is made again.
   * @internal
   * @returns a function that removes it
   */
  beforeAll(opener: () => Promise<void>): () => void {
    this.openers.add(opener);
    return () => this.openers.delete(opener);
  }

  private async opened(): Promise<void> {
    try {
      for (const opener of this.openers) await opener();
    } catch {
      this.connection.restart('what begins a connection failed');
      return;
    }
    this.isReady = true;
    const { waiting } = this;
    this.waiting = [];
    for (const wake of waiting) wake();
  }

  private async whenReady(signal: AbortSignal): Promise<void> {
    while (!this.isReady) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  private lost(reason: string): void {
    this.isReady = false;
    for (const { reject } of this.underWay.values()) {
      reject(new ConnectionError(reason, { mayBeSent: true, cause: undefined }));
    }
  }

  private read(message: JsonObject): void {
    const { type, id } = message;
    if (type !== 'answer' || typeof id !== 'string') return;
    this.underWay.get(id)?.resolve(answerOf(message));
  }
}

/** As the answer of HTTP that it stands for. */
function answerOf(message: JsonObject): RawAnswer {
  const { status, replayed, request_id: requestId, retry_after: retryAfter, body } = message;
  const headers: Readonly<Record<string, string>> = {
    'x-request-id': typeof requestId === 'string' ? requestId : '',
    ...(replayed === true ? { 'idempotent-replay': 'true' } : {}),
    ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}),
  };
  return {
    status: typeof status === 'number' ? status : 0,
    headers: { get: (name) => headers[name] ?? null },
    body: isObject(body) ? body : undefined,
    get text() {
      return JSON.stringify(body);
    },
  };
}
