/** A client of the streams that checks every message against its schema and its position in the channel. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { serverMessage } from '@bellwether/api';
import type { ServerMessage } from '@bellwether/api';
import { until } from '@bellwether/funding-testbed';
import { WebSocket } from 'ws';

type MessageOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;
export type ChannelMessage = MessageOf<'snapshot'> | MessageOf<'update'>;

export class StreamClient {
  readonly messages: ServerMessage[] = [];
  /** As they came, by channel. */
  readonly frames = new Map<string, string[]>();
  readonly lastSeqs = new Map<string, number>();
  closed: { readonly code: number; readonly reason: string } | undefined;
  private nextId = 1;
  /** The rule that a message broke, if one did. The next wait throws it. */
  private broken: Error | undefined;

  private constructor(
    readonly socket: WebSocket,
    private readonly onMessage: (message: ChannelMessage) => void,
  ) {
    socket.on('message', (data: Buffer) => {
      try {
        this.take(data.toString());
      } catch (error) {
        this.broken ??= error instanceof Error ? error : new Error(String(error));
      }
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
    socket.on('error', () => undefined);
  }

  /** Tries until a gateway takes the connection: at its start it knows no network yet. */
  static open(
    url: string,
    options: {
      readonly onMessage?: (message: ChannelMessage) => void;
      /** The state of an earlier connection. */
      readonly lastSeqs?: ReadonlyMap<string, number>;
    } = {},
  ): Promise<StreamClient> {
    return until(async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`);
      const client = new StreamClient(socket, options.onMessage ?? (() => undefined));
      for (const [channel, seq] of options.lastSeqs ?? []) client.lastSeqs.set(channel, seq);
      const isOpen = await once(socket, 'open').then(
        () => true,
        () => false,
      );
      return isOpen ? client : undefined;
    });
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Messages of `say` are sent together. */
  corked(say: () => void): void {
    const { _socket: line } = this.socket as unknown as { readonly _socket: Socket };
    line.cork();
    say();
    line.uncork();
  }

  /** @returns when each channel has begun, or was refused */
  async subscribe(...channels: string[]): Promise<void> {
    await this.request({ op: 'subscribe', channels }, channels.length);
  }

  async resume(...channels: { channel: string; seq: number }[]): Promise<boolean[]> {
    const answers = await this.request({ op: 'resume', channels }, channels.length);
    return answers.map((answer) => answer.type === 'subscribed' && answer.resumed);
  }

  async request(message: object, answers = 1): Promise<ServerMessage[]> {
    const id = String(this.nextId++);
    this.send({ ...message, id });
    const mine = () => this.messages.filter((one) => 'id' in one && one.id === id);
    await this.until(() => mine().length >= answers);
    return mine();
  }

  /** The first message of the type that passes, now or later. */
  next<T extends ServerMessage['type']>(
    type: T,
    passes: (message: MessageOf<T>) => boolean = () => true,
  ): Promise<MessageOf<T>> {
    return this.until(() =>
      this.messages.find(
        (one): one is MessageOf<T> => one.type === type && passes(one as MessageOf<T>),
      ),
    );
  }

  /** @throws what a message broke */
  until<T>(ask: () => T | undefined | false): Promise<T> {
    return until(() => {
      if (this.broken !== undefined) throw this.broken;
      return ask();
    });
  }

  of(channel: string): ChannelMessage[] {
    return this.messages.filter(
      (one): one is ChannelMessage =>
        (one.type === 'snapshot' || one.type === 'update') && one.channel === channel,
    );
  }

  async whenClosed(): Promise<{ code: number; reason: string }> {
    return until(() => this.closed);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.whenClosed();
  }

  private take(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    serverMessage.parse(message);
    this.messages.push(message);
    if (message.type === 'snapshot' || message.type === 'update') this.follow(message, text);
    else if (message.type === 'heartbeat') {
      for (const [channel, seq] of Object.entries(message.channels)) {
        if (this.lastSeqs.get(channel) !== seq) {
          throw new Error(`heartbeat: ${channel} ${seq}, had ${this.lastSeqs.get(channel)}`);
        }
      }
    }
  }

  private follow(message: ChannelMessage, text: string): void {
    const { channel, seq, prev_seq, type } = message;
    const last = this.lastSeqs.get(channel);
    const follows = type === 'snapshot' ? prev_seq === 0 : prev_seq === last && seq > prev_seq;
    if (!follows) throw new Error(`${channel}: after ${last} came ${text.slice(0, 200)}`);
    this.lastSeqs.set(channel, seq);
    this.frames.set(channel, [...(this.frames.get(channel) ?? []), text]);
    this.onMessage(message);
  }
}
