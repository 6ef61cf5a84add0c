import { asCodedError } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { auditEntryOf } from './audit-entry';
import type { AuditTrail } from './audit-trail';

/** Answers an operator's call, and records the result before the caller gets it. */
export async function audited<T>(
  audit: AuditTrail,
  request: FastifyRequest,
  answer: () => Promise<T>,
): Promise<T> {
  try {
    const given = await answer();
    await audit.record(auditEntryOf(request, null, audit.nowMs()));
    return given;
  } catch (error) {
    const { code } = asCodedError(error);
    await audit.record(auditEntryOf(request, code, audit.nowMs()));
    throw error;
  }
}
