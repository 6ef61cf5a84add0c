import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { CallerGuard, asCodedError } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authentication } from '../operators/authentication';
import { noteActing } from '../operators/operator';
import type { Acting } from '../operators/operator';
import { hasRole } from '../operators/roles';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { auditEntryOf } from './audit-entry';
import { AuditTrail } from './audit-trail';
import { audited } from './audited';

/** The path of log-ins, where keys are tried. */
export const SESSION_PATH = '/admin/session';

type OperatorCaller = Extract<Caller, { readonly credential: 'admin' }>;

/**
 * Always admits a right key: an operator must be able to halt the exchange whatever else comes from the same address.
 * Calls without a valid key are limited by address and audited, up to a rate that cannot fill the database. Calls of an
 * operator without the role are always audited.
 */
@Injectable()
export class AdminGuard extends CallerGuard<OperatorCaller> {
  readonly credentials = ['admin'] as const;

  constructor(
    @Inject(Authentication) private readonly authentication: Authentication,
    @Inject(AuditTrail) private readonly audit: AuditTrail,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {
    super();
    limits.admitOperators((request) => authentication.knows(request));
  }

  async admit(
    request: FastifyRequest,
    _reply: FastifyReply,
    { roles: asked }: OperatorCaller,
  ): Promise<void> {
    const who = await this.known(request);
    noteActing(request, { ...who, role: asked[0] });
    const { name, roles } = who.operator;
    if (asked.some((role) => hasRole(roles, role))) return;
    await this.audit.record(auditEntryOf(request, 'ROLE_MISSING', this.audit.nowMs()));
    throw new CodedError('ROLE_MISSING', { operator: name, role: asked.join(' or '), roles });
  }

  /** Records the result of a call before the caller gets its answer. */
  override around(request: FastifyRequest, answer: () => Promise<unknown>): Promise<unknown> {
    return audited(this.audit, request, answer);
  }

  private async known(request: FastifyRequest): Promise<Omit<Acting, 'role'>> {
    try {
      return await this.authentication.of(request);
    } catch (error) {
      const coded = asCodedError(error);
      if (coded.code === 'HISTORY_UNAVAILABLE') throw error;
      const isLogin = request.method === 'POST' && request.routePattern === SESSION_PATH;
      this.limits.chargeAdminFailure(request, { isLogin });
      await this.audit.recordUnknown(auditEntryOf(request, coded.code, this.audit.nowMs()));
      throw error;
    }
  }
}
