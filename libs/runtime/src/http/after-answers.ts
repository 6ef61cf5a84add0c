import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Called for a request after its answer was sent. */
export type AfterAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

/** One hook for all of them: a separate hook costs a short request more than the work in it. */
export function afterAnswers(server: FastifyInstance, all: readonly AfterAnswer[]): void {
  server.addHook('onResponse', (request, reply, done) => {
    for (const look of all) look(request, reply);
    done();
  });
}
