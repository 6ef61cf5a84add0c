/**
 * Programs that do one thing, for comparison with ours. Each is a process of its own on its own nats-server: a bare
 * route, the same over our own request mux, the echo behind both, and bare reads.
 */
import { join } from 'node:path';
import { connectBus } from '@bellwether/bus';
import { freePort, startManagedProcess } from '@bellwether/local-services';
import { connect } from '@nats-io/transport-node';
import { fastify } from 'fastify';
import { quiet } from '../harness/quiet';
import type { Run } from '../harness/scenario';

const ECHO_SUBJECT = 'bench.echo';
export const BARE_ROUTE = '/v1/orders';
/** Answers with this many bytes. */
export const bareRead = (bytes: number | ':bytes'): string => `/constant/${bytes}`;
const IS_READY = 'bench peer is ready';
const TIMEOUT_MS = 5_000;
const EMPTY_TEXT = JSON.stringify({ text: '' });

const PEERS = { echo, 'bare-route': bareRoute, 'muxed-route': muxedRoute, 'bare-reads': bareReads };
type Peer = keyof typeof PEERS;

export async function startPeer(run: Run, peer: Peer, natsUrl: string) {
  const port = await freePort();
  const started = await startManagedProcess({
    name: peer,
    command: process.execPath,
    args: [process.argv[1]!, 'peer', peer, natsUrl, String(port)],
    recordFile: join(run.folder, `${peer}.json`),
    isReady: (line) => line === IS_READY,
  });
  run.keep(started, () => started.stop());
  return { pid: started.pid, url: `http://127.0.0.1:${port}` };
}

/** The process. */
export async function servePeer([peer, natsUrl, port]: readonly string[]): Promise<void> {
  await PEERS[peer as Peer](natsUrl!, Number(port));
  console.log(IS_READY);
}

/** Answers every request with its own bytes: the least that a service behind NATS can do. */
async function echo(servers: string): Promise<void> {
  const nats = await connect({ servers, noAsyncTraces: true });
  nats.subscribe(ECHO_SUBJECT, {
    callback: (error, message) => {
      if (error) throw error;
      message.respond(message.data);
    },
  });
  await nats.flush();
}

type Ask = (question: Uint8Array) => Promise<Uint8Array>;

/**
 * The named peer: Fastify by default, its own JSON parser, one request of the NATS library, whose answer is returned.
 * No validation, no rule, no durability.
 */
async function bareRoute(servers: string, port: number): Promise<void> {
  // Without the traces, which take most of the time of a request, and which a server in production turns off.
  const nats = await connect({ servers, noAsyncTraces: true });
  await serveRoute(port, async (question) => {
    const answer = await nats.request(ECHO_SUBJECT, question, { timeout: TIMEOUT_MS });
    return answer.data;
  });
}

/** The same over the request mux of our applications: what remains of a request without all that they do for it. */
async function muxedRoute(servers: string, port: number): Promise<void> {
  const bus = await connectBus({ servers, name: 'bench-muxed-route', log: quiet });
  await serveRoute(port, async (question) => {
    const answer = await bus.request(ECHO_SUBJECT, question, TIMEOUT_MS);
    return answer.data;
  });
}

async function serveRoute(port: number, ask: Ask): Promise<void> {
  const server = fastify();
  server.post(BARE_ROUTE, async (request, reply) => {
    const answer = await ask(Buffer.from(JSON.stringify(request.body)));
    return reply.type('application/json').send(answer);
  });
  await server.listen({ port, host: '127.0.0.1' });
}

/** The named peer of reads: Fastify by default, and a constant that is JSON text already. */
async function bareReads(_: string, port: number): Promise<void> {
  const server = fastify();
  const constants = new Map<string, string>();
  server.get<{ Params: { bytes: string } }>(bareRead(':bytes'), async (request, reply) => {
    const { bytes } = request.params;
    let constant = constants.get(bytes);
    if (constant === undefined) {
      constant = JSON.stringify({ text: 'x'.repeat(Number(bytes) - EMPTY_TEXT.length) });
      constants.set(bytes, constant);
    }
    return reply.type('application/json; charset=utf-8').send(constant);
  });
  await server.listen({ port, host: '127.0.0.1' });
}
