import { CODES } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import type { AuditEntry } from '@bellwether/persistence';
import { rawBodyOf, rawTargetOf, requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { MAX_AUDITED_BODY_CHARACTERS } from '../limits';
import { actingIn } from '../operators/operator';

const MAX_PATH_CHARACTERS = 512;
/** HTTP allows characters that a text column or a terminal does not. */
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/gu;

const printable = (text: string, maxCharacters: number): string =>
  text.slice(0, maxCharacters).replaceAll(UNPRINTABLE, '\uFFFD');

/**
 * One admin call as it is stored. It includes the body, because no admin request contains a secret. It excludes the
 * headers, which contain the key or the cookie, and the answer, which may contain a new API key.
 * @param code `null` for a success
 */
export function auditEntryOf(
  request: FastifyRequest,
  code: Code | null,
  timestampMs: number,
): AuditEntry {
  const body = rawBodyOf(request).toString('utf8');
  return {
    timestampMs,
    requestId: requestIdOf(request),
    method: request.method,
    path: printable(rawTargetOf(request), MAX_PATH_CHARACTERS),
    address: request.ip,
    status: code === null ? 200 : CODES[code].status,
    code,
    operator: actingIn(request)?.operator.name ?? null,
    details: body === '' ? {} : { body: printable(body, MAX_AUDITED_BODY_CHARACTERS) },
  };
}
