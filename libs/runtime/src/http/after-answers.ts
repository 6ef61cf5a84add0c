import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Looks back at a request that is answered. */
export type AfterAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

/** One hook for all of them: each hook of its own costs a short request more than what is done in it. */
export function afterAnswers(server: FastifyInstance, all: readonly AfterAnswer[]): void {
  server.addHook('onResponse', (request, reply, done) => {
    for (const look of all) look(request, reply);
    done();
  });
}
