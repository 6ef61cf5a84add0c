/**
 * Requests over one wildcard inbox, a Map and one coarse timer: four times what the client library's own request does,
 * and bounded. The failure shows the outcome: after `no_responders` and `forbidden` nothing was done, after `timeout`
 * and `disconnected` it may have been.
 *
 * Requests made in one turn of the event loop go out in one write at its end. Under load that is a system call for
 * many, and they reach the engine together, where they share a record; alone a request waits for nothing.
 */
import { createInbox } from '@nats-io/transport-node';
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { MAX_OUTSTANDING_REQUESTS, TIMEOUT_SWEEP_MS } from '../limits';
import { AnswerParts } from './answer-parts';

export type RequestFailure =
  | 'not_connected'
  | 'forbidden'
  | 'too_many'
  | 'no_responders'
  | 'timeout'
  | 'disconnected';

export class RequestError extends Error {
  constructor(
    readonly failure: RequestFailure,
    subject: string,
  ) {
    super(`request on ${subject}: ${failure}`);
    this.name = 'RequestError';
  }

  /** True where nobody can have received the request. */
  get neverSent(): boolean {
    return this.failure !== 'timeout' && this.failure !== 'disconnected';
  }
}

interface Waiting {
  readonly subject: string;
  readonly expiresMs: number;
  readonly resolve: (message: Msg) => void;
  readonly parts: AnswerParts;
  readonly reject: (error: unknown) => void;
}

interface Unsent {
  readonly token: string;
  readonly payload: Uint8Array;
  readonly headers: MsgHdrs | undefined;
}

const isNoResponders = (message: Msg): boolean =>
  message.data.length === 0 && message.headers?.code === 503;

export class RequestMux {
  private readonly inbox: string;
  private readonly maxOutstanding: number;
  private readonly waiting = new Map<string, Waiting>();
  /** Of this turn of the event loop; each waits in `waiting` too. */
  private unsent: Unsent[] = [];
  private readonly sweep: NodeJS.Timeout;
  private nextToken = 0;

  constructor(
    private readonly connection: NatsConnection,
    options: { readonly inboxPrefix?: string; readonly maxOutstanding?: number } = {},
  ) {
    this.inbox = createInbox(options.inboxPrefix);
    this.maxOutstanding = options.maxOutstanding ?? MAX_OUTSTANDING_REQUESTS;
    connection.subscribe(`${this.inbox}.*`, {
      callback: (_error, message) => this.settle(message),
    });
    this.sweep = setInterval(() => this.expire(performance.now()), TIMEOUT_SWEEP_MS);
    this.sweep.unref();
  }

  get outstanding(): number {
    return this.waiting.size;
  }

  request(
    subject: string,
    payload: Uint8Array,
    timeoutMs: number,
    headers?: MsgHdrs,
  ): Promise<Msg> {
    if (this.waiting.size >= this.maxOutstanding) {
      return Promise.reject(new RequestError('too_many', subject));
    }
    return new Promise((resolve, reject) => {
      const token = (this.nextToken++).toString(36);
      const expiresMs = performance.now() + timeoutMs;
      const parts = new AnswerParts();
      this.waiting.set(token, { subject, expiresMs, resolve, reject, parts });
      this.unsent.push({ token, payload, headers });
      if (this.unsent.length === 1) setImmediate(() => this.send());
    });
  }

  /** Sends the requests that are still awaited. One that throws here, such as a payload too large, was never sent. */
  send(): void {
    const requests = this.unsent;
    this.unsent = [];
    for (const { token, payload, headers } of requests) {
      const waiting = this.waiting.get(token);
      if (waiting === undefined) continue;
      const reply = `${this.inbox}.${token}`;
      try {
        this.connection.publish(waiting.subject, payload, headers ? { reply, headers } : { reply });
      } catch (error) {
        this.waiting.delete(token);
        waiting.reject(error);
      }
    }
  }

  /** A request sent before the connection broke may have arrived; its answer will not. */
  disconnected(): void {
    for (const { token } of this.unsent) {
      const waiting = this.waiting.get(token);
      this.waiting.delete(token);
      waiting?.reject(new RequestError('not_connected', waiting.subject));
    }
    this.unsent = [];
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { subject, reject } of lost) reject(new RequestError('disconnected', subject));
  }

  /** The server refused a message on `subject`: this process has no permission. */
  forbidden(subject: string): void {
    for (const [token, { subject: asked, reject }] of this.waiting) {
      if (asked !== subject) continue;
      this.waiting.delete(token);
      reject(new RequestError('forbidden', subject));
    }
  }

  close(): void {
    clearInterval(this.sweep);
    this.disconnected();
  }

  private settle(message: Msg): void {
    const token = message.subject.slice(this.inbox.length + 1);
    const waiting = this.waiting.get(token);
    // Late answers are dropped: their request has timed out.
    if (waiting === undefined) return;
    const answer = waiting.parts.take(message);
    if (answer === null) return;
    this.waiting.delete(token);
    if (isNoResponders(message)) waiting.reject(new RequestError('no_responders', waiting.subject));
    else waiting.resolve(answer);
  }

  private expire(nowMs: number): void {
    for (const [token, { subject, expiresMs, reject }] of this.waiting) {
      if (expiresMs > nowMs) continue;
      this.waiting.delete(token);
      reject(new RequestError('timeout', subject));
    }
  }
}
