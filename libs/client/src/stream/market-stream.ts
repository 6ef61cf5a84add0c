import { toBase58 } from '@bellwether/codec';
import type { AccountSessions } from '../account-sessions';
import { BellwetherError } from '../errors';
import type { JsonObject } from '../http/json-answer';
import { keyBytes } from '../key-bytes';
import { CHANNEL_RETRY_PAUSE_MS, MAX_CHANNELS_PER_MESSAGE, SILENCE_MS } from '../limits';
import { Channel } from './channel';
import { ChannelOwners } from './channel-owners';
import type { ChannelReader, Gap } from './channel';
import { Connection } from './connection';
import type { ConnectionLost } from './connection';
import { Listeners } from './listeners';
import type { Unlisten } from './listeners';
import { LiveBook } from './live-book';
import { LiveCases } from './live-cases';
import { LiveDeposits } from './live-deposits';
import { LiveMarkets } from './live-markets';
import { LiveTrades } from './live-trades';
import { LiveUser } from './live-user';
import type { ChannelHandle } from './live-view';
import type { Heartbeat } from '../answers';
import { channelMessageOf, heartbeatOf, streamErrorOf } from './read-message';
import { globalWebSocket, streamUrlOf } from './web-socket';
import type { WebSocketConstructor } from './web-socket';

export interface MarketStreamOptions {
  readonly gatewayUrl: string;
  /** For runtimes without a WebSocket (Node.js before 22): that of the package `ws`. */
  readonly webSocket?: WebSocketConstructor;
  /** After this much silence the connection counts as broken. Default: two heartbeats. */
  readonly silenceMs?: number;
  /** Opens sessions for `user` and `deposits` channels: that of a `Trader` or a `BuilderClient`. */
  readonly sessions?: AccountSessions | undefined;
}

export interface StreamEvents {
  readonly connected: { readonly url: string };
  /** It reconnects by itself, and every channel resumes where it was. */
  readonly disconnected: ConnectionLost;
  readonly heartbeat: Heartbeat;
  /** A channel lost a message and is requesting it again. */
  readonly gap: Gap;
  /** The exchange refused something: an unknown channel, too many channels. */
  readonly error: BellwetherError;
}

/**
 * The exchange's live data: books, trades, users, their deposits, the catalogue and results. Each view is updated by a channel
 * whose messages name their predecessor, so losses are detected, reported (`gap`) and repaired. It connects with the
 * first channel.
 */
export class MarketStream {
  private readonly connection: Connection;
  private readonly listeners = new Listeners<StreamEvents>();
  private readonly channels = new Map<string, Channel>();
  private readonly views = new Map<string, ChannelReader>();
  private readonly retries = new Map<string, ReturnType<typeof setTimeout>>();
  /** Channels subscribed and unsubscribed in one turn are sent together: the exchange limits messages. */
  private readonly toAsk = new Set<Channel>();
  private readonly toLeave = new Set<string>();
  /**
   * The seq of the heartbeat before, on this connection: everything up to it was sent before the present one. Not of
   * the present one, as a gateway sends updates a moment after it has applied their commands.
   */
  private settled = 0;

  private readonly owners: ChannelOwners;

  constructor(options: MarketStreamOptions) {
    const url = streamUrlOf(options.gatewayUrl);
    this.owners = new ChannelOwners(options.sessions, (message) => this.connection.send(message));
    this.connection = new Connection({
      url,
      webSocket: options.webSocket ?? globalWebSocket(),
      silenceMs: options.silenceMs ?? SILENCE_MS,
      onOpen: () => {
        this.owners.connected();
        this.ask([...this.channels.values()]);
        this.listeners.emit('connected', { url });
      },
      onMessage: (message) => this.read(message),
      onLost: (lost) => {
        this.settled = 0;
        for (const channel of this.channels.values()) channel.interrupt();
        this.listeners.emit('disconnected', lost);
      },
    });
  }

  on<N extends keyof StreamEvents>(name: N, listener: (event: StreamEvents[N]) => void): Unlisten {
    return this.listeners.on(name, listener);
  }

  /** The same market always returns the same object. */
  book(marketId: string): LiveBook {
    const id = marketId.toLowerCase();
    return this.view(`book:${id}`, (line) => new LiveBook(id, line), LiveBook);
  }

  trades(marketId: string): LiveTrades {
    const id = marketId.toLowerCase();
    return this.view(`trades:${id}`, (line) => new LiveTrades(id, line), LiveTrades);
  }

  /** @throws InvalidInputError if it is not a key */
  user(publicKey: string): LiveUser {
    const name = toBase58(keyBytes('public_key', publicKey));
    return this.view(`user:${name}`, (line) => new LiveUser(name, line), LiveUser);
  }

  /** @throws InvalidInputError if it is not a key */
  deposits(publicKey: string): LiveDeposits {
    const name = toBase58(keyBytes('public_key', publicKey));
    return this.view(`deposits:${name}`, (line) => new LiveDeposits(name, line), LiveDeposits);
  }

  markets(): LiveMarkets {
    return this.view('markets', (line) => new LiveMarkets(line), LiveMarkets);
  }

  cases(): LiveCases {
    return this.view('cases', (line) => new LiveCases(line), LiveCases);
  }

  /** Closes the connection and all channels. */
  close(): void {
    for (const timer of this.retries.values()) clearTimeout(timer);
    this.retries.clear();
    for (const channel of this.channels.values()) {
      channel.interrupt();
      channel.reader.ended();
    }
    this.channels.clear();
    this.views.clear();
    this.connection.stop();
  }

  private view<V extends ChannelReader>(
    name: string,
    make: (line: ChannelHandle) => V,
    kind: new (...parts: never[]) => V,
  ): V {
    const known = this.views.get(name);
    if (known instanceof kind) return known;
    const view = make({ end: () => this.end(name), refresh: () => this.refresh(name) });
    const channel = new Channel(name, view);
    this.views.set(name, view);
    this.channels.set(name, channel);
    this.connection.start();
    this.askSoon(channel);
    return view;
  }

  private end(name: string): void {
    clearTimeout(this.retries.get(name));
    this.retries.delete(name);
    this.views.delete(name);
    if (!this.channels.delete(name)) return;
    this.toLeave.add(name);
    this.sendSoon();
  }

  private refresh(name: string): void {
    const channel = this.channels.get(name);
    if (channel === undefined) return;
    channel.forget();
    this.askSoon(channel);
  }

  private askSoon(channel: Channel): void {
    this.toAsk.add(channel);
    this.sendSoon();
  }

  private sendSoon(): void {
    if (this.toAsk.size + this.toLeave.size === 1) queueMicrotask(() => this.sendAll());
  }

  /** Unsubscriptions go first, as the same channel may be subscribed to again. */
  private sendAll(): void {
    const left = [...this.toLeave];
    const asked = [...this.toAsk].filter((one) => this.channels.get(one.name) === one);
    this.toLeave.clear();
    this.toAsk.clear();
    for (let from = 0; from < left.length; from += MAX_CHANNELS_PER_MESSAGE) {
      const channels = left.slice(from, from + MAX_CHANNELS_PER_MESSAGE);
      if (!this.connection.send({ op: 'unsubscribe', channels })) break;
    }
    this.ask(asked);
  }

  /** Requests channels from their present seq. Without a connection nothing is sent; connecting requests them. */
  private ask(channels: readonly Channel[]): void {
    const known = channels.filter(({ resumeFrom }) => resumeFrom !== null);
    const unknown = channels.filter(({ resumeFrom }) => resumeFrom === null);
    this.send('resume', known, ({ name, resumeFrom }) => ({ channel: name, seq: resumeFrom }));
    this.send('subscribe', unknown, ({ name }) => name);
  }

  private send(
    op: 'subscribe' | 'resume',
    channels: readonly Channel[],
    entryOf: (channel: Channel) => unknown,
  ): void {
    for (let from = 0; from < channels.length; from += MAX_CHANNELS_PER_MESSAGE) {
      const some = channels.slice(from, from + MAX_CHANNELS_PER_MESSAGE);
      if (!this.connection.send({ op, channels: some.map(entryOf) })) return;
      for (const channel of some) channel.asked();
    }
  }

  private read(message: JsonObject): void {
    const name = message['channel'];
    const channel = typeof name === 'string' ? this.channels.get(name) : undefined;
    const { type } = message;
    if (type === 'heartbeat') this.receiveHeartbeat(heartbeatOf(message));
    else if (type === 'subscribed') channel?.begun(message['resumed'] === true);
    else if (type === 'error') this.receiveError(streamErrorOf(message), channel);
    else if (type === 'snapshot' || type === 'update') this.deliver(message, type, channel);
  }

  private deliver(
    message: JsonObject,
    type: 'snapshot' | 'update',
    channel: Channel | undefined,
  ): void {
    const content = channelMessageOf(message, type);
    if (channel === undefined || content === undefined) return;
    this.healGap(channel, channel.take(content));
  }

  private receiveHeartbeat(heartbeat: Heartbeat | undefined): void {
    if (heartbeat === undefined) return;
    for (const channel of this.channels.values()) {
      this.healGap(channel, channel.compare(heartbeat.channels[channel.name], this.settled));
    }
    this.settled = heartbeat.seq;
    this.listeners.emit('heartbeat', heartbeat);
  }

  private receiveError(error: BellwetherError | undefined, channel: Channel | undefined): void {
    if (error === undefined) return;
    if (channel === undefined) return this.listeners.emit('error', error);
    channel.interrupt();
    if (error.retryable) return this.askLater(channel);
    if (this.owners.mayOpen(channel.name, error)) return this.openSession(channel, error);
    this.refuse(channel, error);
  }

  /** The exchange wants a session of the account before it sends its channel. */
  private openSession(channel: Channel, refusal: BellwetherError): void {
    this.owners.open(channel.name).then(
      (result) => {
        if (result === 'opened') this.askSoon(channel);
        else if (result === 'none') this.refuse(channel, refusal);
      },
      (error: unknown) => {
        if (error instanceof BellwetherError && !error.retryable) this.refuse(channel, error);
        else this.askLater(channel);
      },
    );
  }

  private refuse(channel: Channel, error: BellwetherError): void {
    if (this.channels.get(channel.name) !== channel) return;
    channel.reader.refused(error);
    this.channels.delete(channel.name);
    this.views.delete(channel.name);
    this.listeners.emit('error', error);
  }

  private healGap(channel: Channel, gap: Gap | null): void {
    if (gap === null) return;
    this.listeners.emit('gap', gap);
    this.askSoon(channel);
  }

  private askLater(channel: Channel): void {
    const pauseMs = CHANNEL_RETRY_PAUSE_MS * (1 + Math.random());
    clearTimeout(this.retries.get(channel.name));
    const retry = setTimeout(() => {
      this.retries.delete(channel.name);
      this.askSoon(channel);
    }, pauseMs);
    this.retries.set(channel.name, retry);
  }
}
