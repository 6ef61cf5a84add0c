/** A real WebSocket server that sends scripted messages and records what it receives. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

/** Far more than a busy machine needs. */
const TIMEOUT_MS = 30_000;

export class ScriptedStream {
  readonly url: string;
  /** All received messages, over all connections. */
  readonly heard: Readonly<Record<string, unknown>>[] = [];
  connections = 0;
  private readonly server: WebSocketServer;
  private line: WebSocket | null = null;

  private constructor(server: WebSocketServer) {
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (line) => {
      this.connections++;
      this.line = line;
      line.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') this.heard.push(JSON.parse(data));
      });
    });
  }

  static async start(): Promise<ScriptedStream> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/v1/ws' });
    await once(server, 'listening');
    return new ScriptedStream(server);
  }

  say(message: object): void {
    this.line?.send(JSON.stringify(message));
  }

  /** Ends the connection, with a close frame or (`cut`) without. */
  end(how: number | 'cut'): void {
    if (how === 'cut') this.line?.terminate();
    else this.line?.close(how);
  }

  async stop(): Promise<void> {
    for (const line of this.server.clients) line.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Waits until the condition is true. @throws Error after a time-out that only a broken test reaches */
export async function until(isSo: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while (!isSo()) {
    if (performance.now() > deadlineMs) throw new Error(`never so: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
