import type { FastifyReply } from 'fastify';

/** Marks the answer to a repeat, which is the first answer. */
export const REPLAY_HEADER = 'idempotent-replay';

export function markReplay(
  reply: FastifyReply,
  { replayed }: { readonly replayed: boolean },
): void {
  if (replayed) void reply.header(REPLAY_HEADER, 'true');
}
