/** Decides which upgrade requests are handshakes of the stream. All others continue as plain requests. */
import { ServerResponse } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { cutSoon } from '@bellwether/runtime';

export const STREAM_PATH = '/v1/ws';
const VERSION = '13';
/** RFC 6455, section 4.1: 16 bytes in base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;
const DROPPED_HEADERS = new Set(['upgrade', 'http2-settings', 'connection']);

/** A connection that may become a WebSocket, until its request is answered either way. */
export interface Handshake {
  readonly request: IncomingMessage;
  readonly wire: Duplex;
  readonly head: Buffer;
}

/** A handshake of the stream: `response` owns the connection until the handshake is accepted. */
export interface OpenHandshake extends Handshake {
  readonly response: ServerResponse;
}

export class Handshakes {
  private readonly open = new WeakMap<IncomingMessage, OpenHandshake>();

  constructor(
    private readonly server: Server,
    /** Fastify's handler, so that a handshake passes the same hooks as every request. */
    private readonly route: (request: IncomingMessage, response: ServerResponse) => void,
  ) {}

  listen(): void {
    this.server.on('upgrade', (request, wire, head) => this.take({ request, wire, head }));
  }

  /** Undefined for a plain request. */
  of(request: IncomingMessage): OpenHandshake | undefined {
    return this.open.get(request);
  }

  private take(handshake: Handshake): void {
    const { request, wire } = handshake;
    wire.on('error', () => wire.destroy());
    const response = new ServerResponse(request);
    try {
      // `assignSocket` needs the socket of the request, which `wire` is. It throws if an answer is on it: the client did
      // not wait for that of an earlier request, and what it sends behind has no place.
      response.assignSocket(request.socket);
    } catch {
      wire.destroy();
      return;
    }
    if (!isHandshake(request)) {
      response.detachSocket(request.socket);
      this.goOnPlain(handshake);
      return;
    }
    this.open.set(request, { ...handshake, response });
    // This connection's requests are no longer read, so an answer ends it.
    response.shouldKeepAlive = false;
    response.on('finish', () => {
      wire.end();
      wire.resume();
      cutSoon(wire);
    });
    this.route(request, response);
  }

  /**
   * A server may ignore an upgrade request (RFC 9110, section 7.8), like the `h2c` that some clients send with every
   * request. Node has released the connection, so it gets the request once more without the upgrade.
   */
  private goOnPlain({ request, wire, head }: Handshake): void {
    const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
      const name = request.rawHeaders[at]!;
      if (DROPPED_HEADERS.has(name.toLowerCase())) continue;
      lines.push(`${name}: ${request.rawHeaders[at + 1]}`);
    }
    const plain = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    wire.removeAllListeners('error');
    wire.unshift(Buffer.concat([plain, head]));
    this.server.emit('connection', wire);
  }
}

function isHandshake({ method, url = '', headers }: IncomingMessage): boolean {
  const [path] = url.split('?');
  return (
    method === 'GET' &&
    path === STREAM_PATH &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === VERSION &&
    KEY.test(headers['sec-websocket-key'] ?? '')
  );
}
