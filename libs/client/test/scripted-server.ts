/** A real HTTP server that sends scripted replies in order and records its requests. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** `cut`: the connection ends without an answer; `silence`: it stays open without one. */
export type Reply = ScriptedAnswer | 'cut' | 'silence';

export const failure = (
  status: number,
  code: string,
  more: {
    readonly details?: object;
    readonly retryable?: boolean;
    readonly retryAfter?: number;
  } = {},
): ScriptedAnswer => ({
  status,
  ...(more.retryAfter === undefined ? {} : { headers: { 'Retry-After': String(more.retryAfter) } }),
  body: {
    error: {
      code,
      message: `This is ${code}.`,
      details: more.details ?? {},
      retryable: more.retryable ?? status >= 500,
      request_id: 'r-1',
    },
  },
});

export class ScriptedServer {
  readonly asked: Asked[] = [];
  readonly url: string;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(reply: (asked: Asked, count: number) => Reply): Promise<ScriptedServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const scripted = new ScriptedServer(server);
    server.on('request', (request, response) => void scripted.answer(request, response, reply));
    return scripted;
  }

  /** Replies in order; the last one repeats. */
  static of(...replies: readonly [Reply, ...Reply[]]): Promise<ScriptedServer> {
    return ScriptedServer.start((_, count) => replies[Math.min(count, replies.length) - 1]!);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    reply: (asked: Asked, count: number) => Reply,
  ): Promise<void> {
    const { method = '', url = '', headers } = request;
    const asked = { method, path: url, headers, body: await text(request) };
    this.asked.push(asked);
    const answer = reply(asked, this.asked.length);
    if (answer === 'silence') return;
    if (answer === 'cut') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, { 'X-Request-Id': 'r-1', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }
}
