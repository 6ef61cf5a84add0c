/** One client: its requests, its subscriptions, its orders, and the end of its connection. */
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CLIENT_MESSAGES_BURST,
  CLIENT_MESSAGES_PER_SECOND,
  CLOSE_CODES,
  MAX_UNREAD_BYTES,
  closeReasonOf,
  messageWeight,
} from '@bellwether/api';
import type { ClientMessage, CloseName, SessionMessage } from '@bellwether/api';
import { CODES, InvariantViolation } from '@bellwether/errors';
import type { CodedError } from '@bellwether/errors';
import { RateBucket, asCodedError } from '@bellwether/runtime';
import type { Logger, RateLimit } from '@bellwether/runtime';
import type { WebSocket } from 'ws';
import type { AddressPlaces } from './address-places';
import { idUnread, readClientRequest } from './client-request';
import { ConnectionChannels } from './connection-channels';
import { ConnectionWork } from './connection-work';
import type { JoiningParts } from './joining';
import { CLOSE_GRACE_MS, HEARTBEATS_A_PING } from './limits';
import { STOPPING_TIMEOUT_MS } from './orders/limits';
import { OrderEntry } from './orders/order-entry';
import type { OrderEntryParts } from './orders/order-entry';
import { readOperation } from './orders/read-operation';
import { Outbox } from './outbox';
import { SessionOwners } from './session-owners';
import type { AccountSessions } from '../account-sessions/account-sessions';
import { errorText, heartbeatText, pongText, sessionText, unsubscribedText } from './server-texts';
import type { MessageId } from './server-texts';
import type { StreamMetrics } from './stream-metrics';
import { textFrame } from './text-frame';

export interface ConnectionParts extends JoiningParts {
  readonly socket: WebSocket;
  /** The stream below `socket`. Whole frames may be written between its own. */
  readonly wire: Duplex;
  readonly requestId: string;
  /** The key that its operations are charged to. */
  readonly address: string;
  readonly orders: OrderEntryParts;
  readonly places: AddressPlaces;
  readonly sessions: AccountSessions;
  readonly heartbeatMs: number;
  /** The exchange's time. */
  readonly nowMs: () => number;
  readonly log: Logger;
  readonly metrics: StreamMetrics;
  /** The progress of this gateway. */
  readonly progress: () => { readonly seq: number; readonly lag: number | null };
  /** It has updates that are sent at the end of this turn. */
  readonly onGiven: (connection: Connection) => void;
}

const CLIENT_MESSAGES: RateLimit = {
  requests: CLIENT_MESSAGES_PER_SECOND,
  perMs: 1_000,
  burst: CLIENT_MESSAGES_BURST,
};

export class Connection {
  private readonly outbox: Outbox;
  private readonly owners: SessionOwners;
  private readonly channels: ConnectionChannels;
  private readonly orders: OrderEntry;
  /** Answers of one batch leave together, when all of them are there. */
  private isSendingSoon = false;
  private readonly rate = new RateBucket();
  private readonly work: ConnectionWork;
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
    this.work = new ConnectionWork(parts.orders.limits, parts.address);
    this.owners = new SessionOwners(parts.sessions);
    this.channels = new ConnectionChannels(parts, {
      refusalOf: (channel) => this.owners.refusalOf(channel),
      outbox: this.outbox,
      give: (frames) => this.give(frames),
      refuse: (id, channel, error) => this.refuse(id, channel, error),
      charge: (weight) => this.work.charge(weight),
      places: {
        take: (kind) => parts.places.takeChannel(parts.address, kind),
        giveBack: (kind) => parts.places.giveBackChannel(parts.address, kind),
      },
    });
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

  /** Closes when the operations under way are answered, or after a limit. */
  async finish(name: CloseName): Promise<void> {
    const timeout = new AbortController();
    const { signal } = timeout;
    const isOver = sleep(STOPPING_TIMEOUT_MS, undefined, { signal }).catch(() => undefined);
    await Promise.race([this.orders.stop(), isOver]);
    timeout.abort();
    this.flush();
    this.close(name);
  }

  close(name: CloseName): void {
    if (this.isEnding) return;
    this.ending = name;
    this.outbox.close();
    this.channels.endAll();
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
    if (operation === undefined) this.receive(data);
    else if ('error' in operation) this.refuse(operation.id, null, operation.error);
    // An operation is charged as its endpoint is. A refused one counts as a message.
    else if (this.orders.take(operation.request)) {
      this.rate.giveBack(CLIENT_MESSAGES, performance.now());
    }
  }

  /** @returns true if it was taken; otherwise it was refused */
  private affords(weight: number, data: Buffer | null = null): boolean {
    try {
      this.work.charge(weight);
      return true;
    } catch (error) {
      this.refuse(data && idUnread(data), null, asCodedError(error));
      return false;
    }
  }

  private receive(data: Buffer): void {
    if (!this.affords(messageWeight(data.length), data)) return;
    const request = readClientRequest(data);
    if ('error' in request) this.refuse(request.id, null, request.error);
    else this.owners.inTurn(request.message, this);
  }

  /** @returns at once, except for a session, which is verified first */
  carryOut(message: ClientMessage): Promise<void> | undefined {
    // It waited for a session, and the connection ended meanwhile.
    if (this.isEnding) return undefined;
    if (message.op === 'session') return this.openSession(message);
    this.answer(message);
    return undefined;
  }

  private async openSession({ id, token }: SessionMessage): Promise<void> {
    try {
      this.send(sessionText(id ?? null, await this.owners.add(token)));
    } catch (error) {
      if (error instanceof InvariantViolation) throw error;
      this.refuse(id ?? null, null, asCodedError(error));
    }
  }

  /** Each is answered with as many bytes, which wait here if the client does not read. So they count as messages. */
  private onPing(data: Buffer): void {
    if (this.admits() && this.affords(1)) this.parts.socket.pong(data);
  }

  private admits(): boolean {
    if (this.isEnding) return false;
    const { isAdmitted } = this.rate.take(CLIENT_MESSAGES, performance.now());
    if (!isAdmitted) this.close('RATE_LIMITED');
    return isAdmitted;
  }

  private answer(message: Exclude<ClientMessage, SessionMessage>): void {
    const id = message.id ?? null;
    switch (message.op) {
      case 'ping':
        this.send(pongText(id, this.parts.nowMs()));
        break;
      case 'unsubscribe':
        for (const { name } of message.channels) this.channels.unsubscribe(name);
        this.send(
          unsubscribedText(
            id,
            message.channels.map(({ name }) => name),
          ),
        );
        break;
      case 'subscribe':
        for (const channel of message.channels) this.channels.subscribe(channel, undefined, id);
        break;
      case 'resume':
        for (const { channel, seq } of message.channels) this.channels.subscribe(channel, seq, id);
        break;
    }
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

  /** Sent at once. */
  private send(text: string): void {
    this.outbox.push(textFrame(text));
    this.outbox.flush();
  }

  /** Sent with everything else of this turn, as a write costs ten times as much as a message. */
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
    this.channels.endRefused();
    // The result counts at the next heartbeat.
    void this.owners.look();
    const { lastSeqs: channels } = this.channels;
    this.send(heartbeatText({ nowMs: this.parts.nowMs(), ...progress(), channels }));
    const isLong = this.beats++ % HEARTBEATS_A_PING === 0;
    // A client with held cancels wants its end noticed soon.
    if (!isLong && !this.orders.holdsCancels) return;
    if (!this.isAlive) socket.terminate();
    // A channel that waits to restart gets no more updates, so it would never overflow.
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
    this.channels.endAll();
    this.orders.end();
    // A peer that does not read the close frame is disconnected, with another code.
    this.parts.metrics.closed(this.ending === undefined ? code : CLOSE_CODES[this.ending].code);
  }
}
