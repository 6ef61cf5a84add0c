import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { parseJson, toJson } from '@bellwether/codec';
import type { LocalChain } from '../chain/local-chain';
import {
  BATCH_ANSWER_CHARACTERS_MAX,
  BATCH_REQUESTS_MAX,
  CONNECTIONS_MAX,
  REQUEST_BODY_BYTES_MAX,
  UNSENT_BYTES_MAX,
} from './limits';
import type { Methods } from './method';
import { accountMethods } from './methods/account-methods';
import { blockMethods } from './methods/block-methods';
import { clusterMethods } from './methods/cluster-methods';
import { localnetMethods } from './methods/localnet-methods';
import { sendMethods } from './methods/send-methods';
import { Params } from './params';
import { RPC_CODES, RpcError } from './rpc-error';
import { Subscriptions } from './subscriptions';

const METHODS: Methods = {
  ...clusterMethods,
  ...accountMethods,
  ...blockMethods,
  ...sendMethods,
  ...localnetMethods,
};

/** JSON-RPC over HTTP and WebSocket, on one port, for a chain. */
export class RpcServer {
  private readonly chain: LocalChain;
  private readonly server: Server;
  private readonly sockets: WebSocketServer;
  private readonly subscriptions: Subscriptions;

  constructor(chain: LocalChain) {
    this.chain = chain;
    this.subscriptions = new Subscriptions(chain);
    this.server = createServer((request, response) => {
      // Only a connection that its client has closed can fail here.
      this.onRequest(request, response).catch(() => response.destroy());
    });
    this.server.maxConnections = CONNECTIONS_MAX;
    this.sockets = new WebSocketServer({
      server: this.server,
      maxPayload: REQUEST_BODY_BYTES_MAX,
    });
    this.sockets.on('connection', (socket) => this.onSocket(socket));
    // The HTTP server's errors are emitted here too, and would end the process without a listener: `listen` reports
    // them.
    this.sockets.on('error', () => undefined);
  }

  /** @returns the port, also if 0 let the system choose */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.subscriptions.close();
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.end(request.url === '/health' ? 'ok' : '');
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'GET, POST' }).end();
      return;
    }
    const body = await readBody(request);
    response.setHeader('content-type', 'application/json');
    if (body === undefined) {
      const message = `the body is larger than ${REQUEST_BODY_BYTES_MAX} bytes`;
      response.writeHead(413, { connection: 'close' });
      response.end(failure(null, new RpcError(RPC_CODES.invalidRequest, message)));
      return;
    }
    response.end(await this.answer(body));
  }

  private onSocket(socket: WebSocket): void {
    socket.on('close', () => this.subscriptions.forget(socket));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      if (socket.bufferedAmount > UNSENT_BYTES_MAX) return socket.terminate();
      // oxlint-disable-next-line typescript/no-base-to-string -- ws hands text over as a Buffer
      this.answer(String(data), socket).then(
        (answer) => socket.send(answer),
        () => socket.terminate(), // an answer too large for one string
      );
    });
  }

  /** Answers a request, or a batch in its order. */
  private async answer(body: string, socket?: WebSocket): Promise<string> {
    let parsed: unknown;
    try {
      parsed = parseJson(body);
    } catch {
      return failure(null, new RpcError(RPC_CODES.parseError, 'Parse error'));
    }
    if (!Array.isArray(parsed)) return this.answerOne(parsed, socket);
    if (parsed.length === 0 || parsed.length > BATCH_REQUESTS_MAX) {
      const message = `a batch has 1 to ${BATCH_REQUESTS_MAX} requests, not ${parsed.length}`;
      return failure(null, new RpcError(RPC_CODES.invalidRequest, message));
    }
    const answers: string[] = [];
    let characters = 0;
    for (const request of parsed) {
      const answer =
        characters > BATCH_ANSWER_CHARACTERS_MAX
          ? failure(null, new RpcError(RPC_CODES.invalidRequest, 'the batch asks for too much'))
          : await this.answerOne(request, socket);
      characters += answer.length;
      answers.push(answer);
    }
    return `[${answers.join(',')}]`;
  }

  private async answerOne(request: unknown, socket?: WebSocket): Promise<string> {
    const { id: given, method, params } = Object(request) as Record<string, unknown>;
    const id = isId(given) ? given : null;
    try {
      if (given !== undefined && !isId(given)) {
        throw new RpcError(RPC_CODES.invalidRequest, 'Invalid request: `id` is a string or number');
      }
      if (typeof method !== 'string') {
        throw new RpcError(RPC_CODES.invalidRequest, 'Invalid request: `method` must be a string');
      }
      const result = await this.call(method, new Params(params), socket);
      return toJson({ jsonrpc: '2.0', result: result ?? null, id });
    } catch (error) {
      if (error instanceof RpcError) return failure(id, error);
      const reason = error instanceof Error ? error.message : String(error);
      return failure(id, new RpcError(RPC_CODES.internalError, `Internal error: ${reason}`));
    }
  }

  private call(method: string, params: Params, socket?: WebSocket): unknown {
    if (socket !== undefined) {
      const reported =
        this.subscriptions.subscribe(socket, method, params) ??
        this.subscriptions.unsubscribe(socket, method, params);
      if (reported !== undefined) return reported;
    }
    if (!Object.hasOwn(METHODS, method)) {
      throw new RpcError(RPC_CODES.methodNotFound, `Method not found: ${method}`);
    }
    return METHODS[method]!(this.chain, params);
  }
}

/** The ids that JSON-RPC allows; anything else would be returned unchanged, however deep. */
const isId = (value: unknown): value is string | number | bigint | null =>
  value === null || ['string', 'number', 'bigint'].includes(typeof value);

const failure = (id: unknown, { code, message, data }: RpcError): string =>
  toJson({ jsonrpc: '2.0', error: { code, message, data }, id });

/** `undefined` if it is too large; the rest is discarded. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > REQUEST_BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
