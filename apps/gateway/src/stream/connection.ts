/** One client: its requests, its subscriptions, its orders, and how its connection ends. */
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CLIENT_MESSAGES_BURST,
  CLIENT_MESSAGES_PER_SECOND,
  CLOSE_CODES,
  MAX_CHANNELS_PER_CONNECTION,
  MAX_UNREAD_BYTES,
  closeReasonOf,
} from '@bellwether/api';
import type { Channel, ClientMessage, CloseName } from '@bellwether/api';
import { InvariantViolation, CODES, CodedError } from '@bellwether/errors';
import { RateBucket, asCodedError } from '@bellwether/runtime';
import type { Logger, RateLimit } from '@bellwether/runtime';
import type { WebSocket } from 'ws';
import { readClientRequest } from './client-request';
import { join } from './joining';
import type { JoiningParts } from './joining';
import { CLOSE_GRACE_MS, HEARTBEATS_A_PING, SNAPSHOTS_WAIT_ABOVE_BYTES } from './limits';
import { STOPPING_PATIENCE_MS } from './orders/limits';
import { OrderEntry } from './orders/order-entry';
import type { OrderEntryParts } from './orders/order-entry';
import { readOperation } from './orders/read-operation';
import { Outbox } from './outbox';
import {
  errorText,
  heartbeatText,
  pongText,
  subscribedText,
  unsubscribedText,
} from './server-texts';
import type { MessageId } from './server-texts';
import type { StreamMetrics } from './stream-metrics';
import { Subscription } from './subscription';
import { textFrame } from './text-frame';

export interface ConnectionParts extends JoiningParts {
  readonly socket: WebSocket;
  /** What `socket` writes to. Whole frames may be written between its own. */
  readonly wire: Duplex;
  readonly requestId: string;
  /** As what its operations are charged. */
  readonly address: string;
  readonly orders: OrderEntryParts;
  readonly heartbeatMs: number;
  /** The exchange's time. */
  readonly nowMs: () => number;
  readonly log: Logger;
  readonly metrics: StreamMetrics;
  /** How far this gateway is. */
  readonly progress: () => { readonly seq: number; readonly lag: number | null };
  /** It has updates that are sent with the next turn. */
  readonly onGiven: (connection: Connection) => void;
}

const CLIENT_MESSAGES: RateLimit = {
  requests: CLIENT_MESSAGES_PER_SECOND,
  perMs: 1_000,
  burst: CLIENT_MESSAGES_BURST,
};

/** Channels to subscribe to, in the requested order. */
interface Request {
  readonly subscription: Subscription;
  readonly from: number | undefined;
  /** Undefined: the gateway restarts it by itself. */
  readonly asked: { readonly id: MessageId } | undefined;
}

export class Connection {
  private readonly outbox: Outbox;
  private readonly subscriptions = new Map<string, Subscription>();
  /** In order of creation, at most one per subscription. */
  private readonly requests = new Map<Subscription, Request>();
  private readonly orders: OrderEntry;
  /** Answers that leave together, when all that came together are there. */
  private isSendingSoon = false;
  private isJoining = false;
  private readonly rate = new RateBucket();
  private readonly heart: NodeJS.Timeout;
  private beats = 0;
  private isAlive = true;
  /** Why this side ends the connection, once it does. */
  private ending: CloseName | undefined;
  private isClosed = false;
  private grace: NodeJS.Timeout | undefined;

  constructor(private readonly parts: ConnectionParts) {
    const { socket, wire } = parts;
    const limits = { maxUnreadBytes: MAX_UNREAD_BYTES };
    this.outbox = new Outbox(wire, limits, () => this.close('SLOW_READER'));
    this.orders = new OrderEntry(parts.orders, {
      address: parts.address,
      requestId: parts.requestId,
      send: (text) => this.sendSoon(text),
    });
    socket.on('message', (data, isBinary) => this.onMessage(data, isBinary));
    socket.on('ping', (data) => this.onPing(data));
    socket.on('pong', () => (this.isAlive = true));
    // Not a WebSocket message: `ws` closes with the code for that.
    socket.on('error', () => undefined);
    socket.on('close', (code) => this.onClose(code));
    this.heart = setInterval(() => this.beat(), parts.heartbeatMs);
    this.beat();
  }

  get unreadBytes(): number {
    return this.outbox.unreadBytes;
  }

  private get isEnding(): boolean {
    return this.ending !== undefined || this.isClosed;
  }

  /** Sends the updates of subscriptions. */
  flush(): void {
    this.outbox.flush();
  }

  /** Closes when the operations under way are answered, or after a while. */
  async finish(name: CloseName): Promise<void> {
    const patience = new AbortController();
    const { signal } = patience;
    const isOver = sleep(STOPPING_PATIENCE_MS, undefined, { signal }).catch(() => undefined);
    await Promise.race([this.orders.stop(), isOver]);
    patience.abort();
    this.flush();
    this.close(name);
  }

  close(name: CloseName): void {
    if (this.isEnding) return;
    this.ending = name;
    this.outbox.close();
    this.endAll();
    this.orders.end();
    this.parts.socket.close(CLOSE_CODES[name].code, closeReasonOf(name));
    // A peer that does not read will not answer either.
    this.grace = setTimeout(() => this.parts.socket.terminate(), CLOSE_GRACE_MS);
  }

  private onMessage(data: unknown, isBinary: boolean): void {
    if (!this.admits()) return;
    if (isBinary || !Buffer.isBuffer(data)) {
      this.close('NOT_TEXT');
      return;
    }
    const operation = readOperation(data);
    if (operation === undefined) this.hear(data);
    else if ('error' in operation) this.refuse(operation.id, null, operation.error);
    // It is charged as its endpoint is. What is refused for that counts as a message.
    else if (this.orders.take(operation.request)) {
      this.rate.giveBack(CLIENT_MESSAGES, performance.now());
    }
  }

  private hear(data: Buffer): void {
    const request = readClientRequest(data);
    if ('error' in request) this.refuse(request.id, null, request.error);
    else this.carryOut(request.message);
  }

  /** Each is answered with as many bytes, which wait here if the client does not read. So they count as messages. */
  private onPing(data: Buffer): void {
    if (this.admits()) this.parts.socket.pong(data);
  }

  private admits(): boolean {
    if (this.isEnding) return false;
    const { isAdmitted } = this.rate.take(CLIENT_MESSAGES, performance.now());
    if (!isAdmitted) this.close('RATE_LIMITED');
    return isAdmitted;
  }

  private carryOut(message: ClientMessage): void {
    const id = message.id ?? null;
    switch (message.op) {
      case 'ping':
        this.send(pongText(id, this.parts.nowMs()));
        break;
      case 'unsubscribe':
        for (const { name } of message.channels) this.unsubscribe(name);
        this.send(
          unsubscribedText(
            id,
            message.channels.map(({ name }) => name),
          ),
        );
        break;
      case 'subscribe':
        for (const channel of message.channels) this.subscribe(channel, undefined, id);
        break;
      case 'resume':
        for (const { channel, seq } of message.channels) this.subscribe(channel, seq, id);
        break;
    }
  }

  private subscribe(channel: Channel, from: number | undefined, id: MessageId): void {
    const { name } = channel;
    this.unsubscribe(name);
    if (this.subscriptions.size >= MAX_CHANNELS_PER_CONNECTION) {
      const details = {
        channels: this.subscriptions.size,
        max_channels: MAX_CHANNELS_PER_CONNECTION,
      };
      this.refuse(id, name, new CodedError('TOO_MANY_CHANNELS', details));
      return;
    }
    const subscription = new Subscription(this.parts.hub.join(channel), {
      give: (frames) => this.give(frames),
      beginAgain: (again) =>
        this.request({ subscription: again, from: undefined, asked: undefined }),
    });
    this.subscriptions.set(name, subscription);
    this.request({ subscription, from, asked: { id } });
  }

  private unsubscribe(name: string): void {
    const subscription = this.subscriptions.get(name);
    if (subscription === undefined) return;
    this.subscriptions.delete(name);
    this.requests.delete(subscription);
    subscription.end();
    this.parts.hub.leave(subscription.live);
  }

  private request(request: Request): void {
    if (!this.requests.has(request.subscription)) this.requests.set(request.subscription, request);
    if (!this.isJoining) void this.joinAll();
  }

  /**
   * One at a time. The next follows when the client has read most of the last, so that snapshots alone do not make a
   * client slow.
   */
  private async joinAll(): Promise<void> {
    this.isJoining = true;
    for (;;) {
      await this.outbox.whenBelow(SNAPSHOTS_WAIT_ABOVE_BYTES);
      const [request] = this.requests.values();
      if (request === undefined) break;
      this.requests.delete(request.subscription);
      await this.join(request).catch((error: unknown) => this.failed(request, error));
    }
    this.isJoining = false;
  }

  private async join({ subscription, from, asked }: Request): Promise<void> {
    const announce = (isResumed: boolean): void => {
      if (asked === undefined) return;
      this.give(textFrame(subscribedText(asked.id, subscription.name, isResumed)));
    };
    const isResumed = await join(this.parts, subscription, from, { announce });
    if (from !== undefined) this.parts.metrics.resumed(isResumed);
    this.flush();
  }

  private failed({ subscription, asked }: Request, error: unknown): void {
    // An invariant violation stops the process: the rejection is left unhandled on purpose.
    if (error instanceof InvariantViolation) throw error;
    const { name, isEnded } = subscription;
    if (isEnded) return;
    this.unsubscribe(name);
    this.refuse(asked?.id ?? null, name, asCodedError(error));
  }

  private refuse(id: MessageId, channel: string | null, error: CodedError): void {
    const { requestId, log, metrics } = this.parts;
    metrics.failed(error.code);
    if (CODES[error.code].status >= 500) {
      const context = { err: error.cause ?? error, code: error.code, request_id: requestId };
      log.warn(context, 'a stream could not be served');
    }
    this.send(errorText(id, channel, error, requestId));
  }

  private give(frames: Buffer): void {
    this.outbox.push(frames);
    this.parts.onGiven(this);
  }

  /** At once. */
  private send(text: string): void {
    this.outbox.push(textFrame(text));
    this.outbox.flush();
  }

  /** With all that is sent in this turn: a write costs ten times as much as a message. */
  private sendSoon(text: string): void {
    this.outbox.push(textFrame(text));
    if (this.isSendingSoon) return;
    this.isSendingSoon = true;
    queueMicrotask(() => {
      this.isSendingSoon = false;
      this.outbox.flush();
    });
  }

  private beat(): void {
    const { socket, progress } = this.parts;
    if (this.isEnding) return;
    const channels: Record<string, number> = {};
    for (const { name, lastSeq, hasBegun } of this.subscriptions.values()) {
      if (hasBegun) channels[name] = lastSeq;
    }
    this.send(heartbeatText({ nowMs: this.parts.nowMs(), ...progress(), channels }));
    const isLong = this.beats++ % HEARTBEATS_A_PING === 0;
    // Whoever left cancels here wants to be missed soon.
    if (!isLong && !this.orders.holdsCancels) return;
    if (!this.isAlive) socket.terminate();
    // A channel that waits to restart gets no more updates: it would never overflow.
    else if (isLong && this.outbox.isStuck()) this.close('SLOW_READER');
    else {
      this.isAlive = false;
      socket.ping();
    }
  }

  private onClose(code: number): void {
    this.isClosed = true;
    clearInterval(this.heart);
    clearTimeout(this.grace);
    this.outbox.close();
    this.endAll();
    this.orders.end();
    // A peer that does not read the close frame is cut off, with another code.
    this.parts.metrics.closed(this.ending === undefined ? code : CLOSE_CODES[this.ending].code);
  }

  private endAll(): void {
    for (const name of this.subscriptions.keys()) this.unsubscribe(name);
  }
}
