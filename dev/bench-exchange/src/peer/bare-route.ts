import { connectBus } from '@bellwether/bus';
import { connect } from '@nats-io/transport-node';
import { fastify } from 'fastify';
import { BARE_ROUTE, ECHO_SUBJECT, PEER_IS_READY, quiet } from './start-peer';

const TIMEOUT_MS = 5_000;

type Ask = (question: Uint8Array) => Promise<Uint8Array>;

/**
 * The named peer: Fastify as it comes, its own JSON parser, one request of the NATS library, the answer passed on. No
 * validation, no rule, no durability.
 */
export async function serveBareRoute(servers: string, port: number): Promise<void> {
  // Without the traces, which take most of the time of a request, and which a server in production turns off.
  const nats = await connect({ servers, noAsyncTraces: true });
  await serve(port, async (question) => {
    const answer = await nats.request(ECHO_SUBJECT, question, { timeout: TIMEOUT_MS });
    return answer.data;
  });
}

/** The same over the request mux of our applications: what is left of a request when all they do for it is taken away. */
export async function serveMuxedRoute(servers: string, port: number): Promise<void> {
  const bus = await connectBus({ servers, name: 'bench-muxed-route', log: quiet });
  await serve(port, async (question) => {
    const answer = await bus.request(ECHO_SUBJECT, question, TIMEOUT_MS);
    return answer.data;
  });
}

async function serve(port: number, ask: Ask): Promise<void> {
  const server = fastify();
  server.post(BARE_ROUTE, async (request, reply) => {
    const answer = await ask(Buffer.from(JSON.stringify(request.body)));
    return reply.type('application/json').send(answer);
  });
  await server.listen({ port, host: '127.0.0.1' });
  console.log(PEER_IS_READY);
}
