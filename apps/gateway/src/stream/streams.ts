/** The streams of this gateway: accepts connections, sends them updates, and closes them. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_CLIENT_MESSAGE_BYTES } from '@bellwether/api';
import type { CloseName } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { addressKey } from '@bellwether/runtime';
import type { Metrics } from '@bellwether/runtime';
import { WebSocketServer } from 'ws';
import type { GatewayLimits } from '../rate-limits/gateway-limits';
import type { OrderOperations } from '../trading/order-operations';
import { toHex } from '@bellwether/codec';
import { AddressPlaces } from './address-places';
import { Connection } from './connection';
import { DepositWatch } from './deposit-watch';
import { Handshakes } from './handshakes';
import { Hub } from './hub';
import type { JoiningParts } from './joining';
import { BEGIN_RETRY_MS } from './limits';
import type { LiveSource } from './live-source';
import type { AccountSessions } from '../account-sessions/account-sessions';
import { HeldCancels } from './orders/held-cancels';
import type { CancelFate } from './orders/held-cancels';
import { LAST_CANCELS_TIMEOUT_MS } from './orders/limits';
import type { OrderEntryParts } from './orders/order-entry';
import { Progress } from './progress';
import { readBack } from './read-back';
import type { ReadBackParts } from './read-back';
import { Snapshots } from './snapshots';
import type { SnapshotParts } from './snapshots';
import { StreamMetrics } from './stream-metrics';

export interface StreamsParts
  extends ReadBackParts, Pick<SnapshotParts, 'engine' | 'history' | 'trades' | 'deposits'> {
  readonly live: LiveSource;
  readonly operations: OrderOperations;
  readonly standings: OrderEntryParts['standings'];
  readonly rates: GatewayLimits;
  readonly metrics: Metrics;
  readonly limits: StreamLimits;
  readonly sessions: AccountSessions;
  /** The exchange's time: Unix milliseconds. */
  readonly nowMs: () => number;
}

export interface StreamLimits {
  readonly maxConnections: number;
  readonly maxConnectionsOfAddress: number;
  readonly heartbeatMs: number;
}

/** The close codes for the end of this process: on purpose, or by a fault. */
export type StreamEnding = Extract<CloseName, 'GATEWAY_STOPPING' | 'GATEWAY_FAILED'>;

/** A request to `GET /v1/ws`. */
export interface OpeningRequest {
  readonly raw: IncomingMessage;
  readonly address: string;
  readonly requestId: string;
}

export class Streams {
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_CLIENT_MESSAGE_BYTES,
    // Books compress well, but each connection would use 300 kB for it, and every frame would be made for one
    // client.
    perMessageDeflate: false,
    // Each connection answers pings itself, at the rate at which it takes messages.
    autoPong: false,
  });
  private readonly requestIds = new WeakMap<IncomingMessage, string>();
  private readonly connections = new Set<Connection>();
  private readonly places: AddressPlaces;
  /** Connections with updates of this turn. */
  private readonly given = new Set<Connection>();
  private readonly metrics: StreamMetrics;
  private readonly held: HeldCancels;
  private readonly orders: OrderEntryParts;
  private readonly stopping = new AbortController();
  private handshakes: Handshakes | undefined;
  private begun: (JoiningParts & { readonly progress: Progress }) | undefined;
  private watch: DepositWatch | undefined;
  private whenEmpty: () => void = () => undefined;

  constructor(private readonly parts: StreamsParts) {
    this.places = new AddressPlaces(parts.limits.maxConnectionsOfAddress);
    this.metrics = new StreamMetrics(parts.metrics, {
      connections: () => this.connections.size,
      subscriptions: (kind) => this.begun?.hub.subscriptions(kind) ?? 0,
      unreadBytes: () => this.unreadBytes(),
      heldCancels: () => this.held.count,
    });
    const { operations, standings, engine, log, rates, metrics, nowMs } = parts;
    const onFate = (fate: CancelFate) => this.metrics.heldCancelEnded(fate);
    this.held = new HeldCancels({ operations, engine, log, nowMs, onFate });
    // Its lines contain no header, and masking credentials costs as much as the rest of a line.
    const lines = log.child({}, { redact: [] });
    this.orders = { operations, standings, limits: rates, held: this.held, metrics, log: lines };
    this.server.on('headers', (headers, request) => {
      headers.push(`X-Request-Id: ${this.requestIds.get(request) ?? ''}`);
    });
    void this.begin();
  }

  /** @param route Fastify's: until it is accepted, a handshake is a request like any other */
  listen(
    server: Server,
    route: (request: IncomingMessage, response: ServerResponse) => void,
  ): void {
    this.handshakes = new Handshakes(server, route);
    this.handshakes.listen();
  }

  /**
   * Turns a handshake into a connection.
   * @param onTakenOver called when the answer is no longer Fastify's
   * @throws CodedError UPGRADE_REQUIRED, RATE_LIMITED, OVERLOADED, ENGINE_UNAVAILABLE: before `onTakenOver`
   */
  open(request: OpeningRequest, onTakenOver: () => void): void {
    const handshake = this.handshakes?.of(request.raw);
    if (handshake === undefined) throw new CodedError('UPGRADE_REQUIRED', { upgrade: 'websocket' });
    const address = addressKey(request.address);
    this.admit(address);
    const { begun } = this;
    // The engine has not answered since this process began.
    if (begun === undefined) throw new CodedError('ENGINE_UNAVAILABLE');
    onTakenOver();
    const { raw, wire, head, response } = { raw: request.raw, ...handshake };
    response.detachSocket(raw.socket);
    this.requestIds.set(raw, request.requestId);
    this.server.handleUpgrade(raw, wire, head, (socket) => {
      const connection = new Connection({
        ...begun,
        socket,
        wire,
        requestId: request.requestId,
        address,
        orders: this.orders,
        places: this.places,
        heartbeatMs: this.parts.limits.heartbeatMs,
        nowMs: this.parts.nowMs,
        sessions: this.parts.sessions,
        log: this.parts.log,
        metrics: this.metrics,
        progress: () => begun.progress.now(),
        onGiven: (one) => this.given.add(one),
      });
      this.count(connection, address);
      socket.on('close', () => this.forget(connection, address));
    });
  }

  /**
   * Takes no new connections. Open ones get the message to reconnect elsewhere and are awaited, and so are the cancels
   * that they hold here.
   */
  async stop(ending: StreamEnding): Promise<void> {
    this.stopping.abort();
    const isEmpty = new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
    });
    for (const connection of this.connections) {
      if (ending === 'GATEWAY_STOPPING') void connection.finish(ending);
      else connection.close(ending);
    }
    if (this.connections.size > 0) await isEmpty;
    await this.held.settled(LAST_CANCELS_TIMEOUT_MS);
    this.watch?.stop();
    this.begun?.hub.close();
    this.begun?.progress.stop();
  }

  /** As soon as views exist, the events after them are applied. */
  private async begin(): Promise<void> {
    const { live } = this.parts;
    const { signal } = this.stopping;
    while (!live.isLoaded) {
      await live.current().catch(() => undefined);
      if (signal.aborted) return;
      if (!live.isLoaded) await sleep(BEGIN_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
    const offset = live.offsetNow();
    const hub = this.hubAfter(offset.seq);
    live.onEvents((events) => hub.take(events));
    const remembered = readBack(this.parts, offset).then((past) => {
      if (past !== undefined) hub.remember(past);
    });
    const progress = new Progress(this.parts.engine, () => hub.asOf.seq);
    this.watch = new DepositWatch({
      marks: { of: this.parts.deposits.marksOf, changedAfter: this.parts.deposits.changedAfter },
      channels: () => hub.depositsChannels,
      onSent: (messages) => hub.deliverDeposits(messages),
    });
    this.begun = { hub, source: live, remembered, progress };
  }

  private hubAfter(seq: number): Hub {
    const { live, engine, history, trades, deposits } = this.parts;
    const { timestampMs } = live.asOf;
    const hub: Hub = new Hub(
      {
        source: live,
        takeSnapshot: (channel) => snapshots.take(channel),
        depositMark: async (user) => (await deposits.marksOf([user])).get(toHex(user)) ?? '',
        flush: () => this.flush(),
        onUpdates: (kind, count) => this.metrics.updated(kind, count),
      },
      { seq, timestampMs },
    );
    const snapshots = new Snapshots({
      source: live,
      engine,
      history,
      trades,
      deposits,
      taken: hub,
    });
    return hub;
  }

  private flush(): void {
    for (const connection of this.given) connection.flush();
    this.given.clear();
  }

  private admit(address: string): void {
    const { maxConnections } = this.parts.limits;
    if (this.stopping.signal.aborted || this.connections.size >= maxConnections) {
      throw new CodedError('OVERLOADED');
    }
    const refusal = this.places.refusalOfConnection(address);
    if (refusal !== undefined) throw refusal;
  }

  private count(connection: Connection, address: string): void {
    this.connections.add(connection);
    this.places.takeConnection(address);
  }

  private forget(connection: Connection, address: string): void {
    this.connections.delete(connection);
    this.given.delete(connection);
    this.places.giveBackConnection(address);
    if (this.connections.size === 0) this.whenEmpty();
  }

  private unreadBytes(): number {
    let bytes = 0;
    for (const connection of this.connections) bytes += connection.unreadBytes;
    return bytes;
  }
}
