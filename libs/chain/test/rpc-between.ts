import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A JSON-RPC request that passes the proxy. */
export interface Passing {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What to do with a request: nothing (`undefined`), replace the node's answer, change it, fail, or stay silent. */
export interface Twist {
  readonly before?: (passing: Passing) => 'hang' | 'cut' | { error: object } | undefined;
  /** Gets the node's `result` and returns the replacement. */
  readonly after?: (passing: Passing, result: any) => unknown; // oxlint-disable-line typescript/no-explicit-any -- JSON of a node
}

export interface RpcBetween {
  readonly url: string;
  twist: Twist;
  /** Number of requests per method. */
  readonly asked: Map<string, number>;
  close(): Promise<void>;
}

/** A node that can lag, lie or fall silent: a proxy between the client and an honest node. */
export async function rpcBetween(upstream: string): Promise<RpcBetween> {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      void handle(body, (answer) => {
        if (answer === undefined) response.destroy();
        else response.setHeader('content-type', 'application/json').end(answer);
      });
    });
  });
  const handle = async (body: string, reply: (answer: string | undefined) => void) => {
    const { id, method, params } = JSON.parse(body) as Passing & { id: unknown };
    asked.set(method, (asked.get(method) ?? 0) + 1);
    const early = between.twist.before?.({ method, params });
    if (early === 'hang') return;
    if (early === 'cut') return reply(undefined);
    if (early !== undefined) return reply(JSON.stringify({ jsonrpc: '2.0', id, ...early }));
    try {
      const headers = { 'content-type': 'application/json' };
      const text = await (await fetch(upstream, { method: 'POST', headers, body })).text();
      const { after } = between.twist;
      if (after === undefined) return reply(text);
      const answer = JSON.parse(text) as { result?: unknown };
      if ('result' in answer) answer.result = after({ method, params }, answer.result);
      reply(JSON.stringify(answer));
    } catch {
      reply(undefined);
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const between: RpcBetween = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    twist: {},
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return between;
}
