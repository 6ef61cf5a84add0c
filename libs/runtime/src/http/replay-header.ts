import type { FastifyReply } from 'fastify';

/** A repeat is answered with the first answer, and says that it is one. */
export const REPLAY_HEADER = 'idempotent-replay';

export function markReplay(
  reply: FastifyReply,
  { replayed }: { readonly replayed: boolean },
): void {
  if (replayed) void reply.header(REPLAY_HEADER, 'true');
}
