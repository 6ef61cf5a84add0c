import type { EngineClient } from '@bellwether/bus';
import { rateHeaders } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What an answer of the engine said of its user's limits stands in the headers, where it is the tightest. */
export function tellStanding(
  engine: Pick<EngineClient, 'standings'> | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const standing = engine?.standings.take(request.id);
  if (standing === undefined || standing.remaining / standing.burst > shareLeft(reply)) return;
  void reply.headers(rateHeaders(standing.name, standing, standing));
}

/** As the headers of what was charged before have it. */
function shareLeft(reply: FastifyReply): number {
  const [limit, remaining] = ['ratelimit-limit', 'ratelimit-remaining'].map((name) =>
    Number(reply.getHeader(name)),
  );
  return limit && remaining !== undefined ? remaining / limit : 1;
}
