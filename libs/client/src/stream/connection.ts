/** A connection that reconnects until it is stopped, and treats silence as a failure. */
import { isObject } from '../http/json-answer';
import type { JsonObject } from '../http/json-answer';
import { reconnectPauseMs } from './reconnect-pause';
import type { WebSocketConstructor, WebSocketLike } from './web-socket';

/** No message arrived for too long; never on the wire. */
export const SILENCE = 'SILENCE';

export interface ConnectionLost {
  /** From the close frame; 1006 without one. */
  readonly code: number;
  /** Starts with the name of the code. */
  readonly reason: string;
}

export interface ConnectionParts {
  readonly url: string;
  readonly webSocket: WebSocketConstructor;
  readonly silenceMs: number;
  readonly onOpen: () => void;
  readonly onMessage: (message: JsonObject) => void;
  readonly onLost: (lost: ConnectionLost) => void;
}

type Timer = ReturnType<typeof setTimeout>;
const ABNORMAL = 1006;
const NORMAL = 1000;

export class Connection {
  private readonly parts: ConnectionParts;
  private socket: WebSocketLike | null = null;
  private isStarted = false;
  private isOpen = false;
  /** Connections in a row that received no message. */
  private failures = 0;
  private silence: Timer | undefined;
  private reconnect: Timer | undefined;

  constructor(parts: ConnectionParts) {
    this.parts = parts;
  }

  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.connect();
  }

  stop(): void {
    this.isStarted = false;
    clearTimeout(this.reconnect);
    this.drop()?.close(NORMAL);
  }

  /** @returns whether there is a connection to send on */
  send(message: object): boolean {
    return this.sendText(JSON.stringify(message));
  }

  /** The same for JSON as it is. */
  sendText(text: string): boolean {
    if (!this.isOpen) return false;
    this.socket?.send(text);
    return true;
  }

  /** Gives the connection up, for another one. */
  restart(reason: string): void {
    const { socket } = this;
    if (socket === null) return;
    this.lose({ code: ABNORMAL, reason });
    socket.close(NORMAL);
  }

  private connect(): void {
    const socket = new this.parts.webSocket(this.parts.url);
    this.socket = socket;
    this.watch(socket);
    // An abandoned socket still emits its close event, which must be ignored.
    const current = (listener: () => void) => {
      if (this.socket === socket) listener();
    };
    socket.addEventListener('open', () =>
      current(() => {
        this.isOpen = true;
        this.parts.onOpen();
      }),
    );
    socket.addEventListener('message', ({ data }) => current(() => this.receive(socket, data)));
    socket.addEventListener('close', ({ code, reason }) =>
      current(() => this.lose({ code, reason })),
    );
    // The close event that follows has the reason.
    socket.addEventListener('error', () => undefined);
  }

  private receive(socket: WebSocketLike, data: unknown): void {
    this.failures = 0;
    this.watch(socket);
    const message = typeof data === 'string' ? parsed(data) : undefined;
    if (message !== undefined) this.parts.onMessage(message);
  }

  private watch(socket: WebSocketLike): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (this.socket !== socket) return;
      this.lose({ code: ABNORMAL, reason: SILENCE });
      socket.close(NORMAL);
    }, this.parts.silenceMs);
  }

  private lose(lost: ConnectionLost): void {
    this.drop();
    const pauseMs = reconnectPauseMs(lost.code, this.failures, Math.random());
    this.failures++;
    this.parts.onLost(lost);
    if (!this.isStarted) return;
    this.reconnect = setTimeout(() => this.connect(), pauseMs);
  }

  private drop(): WebSocketLike | null {
    const { socket } = this;
    clearTimeout(this.silence);
    this.socket = null;
    this.isOpen = false;
    return socket;
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
