import { fastify } from 'fastify';
import { PEER_IS_READY, bareRead } from './start-peer';

const EMPTY_TEXT = JSON.stringify({ text: '' });

/** The named peer of reads: Fastify as it comes, and a constant as text that is JSON already. */
export async function serveBareReads(port: number): Promise<void> {
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
  console.log(PEER_IS_READY);
}
