import { CodedError } from '@bellwether/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns the error, and sets `Allow` on the reply. */
export function methodNotAllowed(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): CodedError {
  void reply.header('allow', allowed.join(', '));
  return new CodedError('METHOD_NOT_ALLOWED', { method: request.method, allowed });
}
