import { connectBus } from '@bellwether/bus';
import { fastify } from 'fastify';
import { BARE_ROUTE, ECHO_SUBJECT, PEER_IS_READY, quiet } from './start-peer';
import type { NatsPlace } from './start-peer';

const TIMEOUT_MS = 5_000;

/**
 * The named peer: Fastify as it comes, its own JSON parser, one NATS request, the answer passed on. No validation, no
 * rule, no durability. It asks over the same request mux as our applications, which is faster than the NATS library's
 * own request: the peer is as fast as we can make it.
 */
export async function serveBareRoute({ url, token }: NatsPlace, port: number): Promise<void> {
  const bus = await connectBus({ servers: url, token, name: 'bench-bare-route', log: quiet });
  const server = fastify();
  server.post(BARE_ROUTE, async (request, reply) => {
    const question = Buffer.from(JSON.stringify(request.body));
    const { data } = await bus.request(ECHO_SUBJECT, question, TIMEOUT_MS);
    return reply.type('application/json').send(data);
  });
  await server.listen({ port, host: '127.0.0.1' });
  console.log(PEER_IS_READY);
}
