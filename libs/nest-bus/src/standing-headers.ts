import type { EngineClient } from '@bellwether/bus';
import { rateHeaders } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Puts the user's limit that came with the engine's answer into the headers, if it is the tightest. */
export function setStandingHeaders(
  engine: Pick<EngineClient, 'standings'> | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const standing = engine?.standings.take(request.id);
  if (standing === undefined || standing.remaining / standing.burst > shareLeft(reply)) return;
  void reply.headers(rateHeaders(standing.name, standing, standing));
}

/** From the headers of limits charged before. */
function shareLeft(reply: FastifyReply): number {
  const [limit, remaining] = ['ratelimit-limit', 'ratelimit-remaining'].map((name) =>
    Number(reply.getHeader(name)),
  );
  return limit && remaining !== undefined ? remaining / limit : 1;
}
