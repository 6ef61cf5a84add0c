import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { OperatorRole } from '@bellwether/api';
import { CodedError, assert } from '@bellwether/errors';
import { asCodedError } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { Authentication } from '../operators/authentication';
import { noteActing } from '../operators/operator';
import type { Acting } from '../operators/operator';
import { hasRole } from '../operators/roles';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { auditEntryOf } from './audit-entry';
import { AuditTrail } from './audit-trail';

/** The roles of which a handler, or its controller, asks for one. */
export const ASKED_ROLES = 'bellwether:asked-roles';
/** The first is the one that an act is confirmed with. */
export type AskedRoles = readonly [OperatorRole, ...OperatorRole[]];
/** Where a key is tried to log in with. */
export const SESSION_PATH = '/admin/session';

/**
 * Always admits a right key: an operator must be able to halt the exchange whatever else comes from the same address.
 * Calls of nobody known are limited by address and audited, up to a rate that cannot fill the database. Calls of an
 * operator without the role are audited, all of them.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(
    @Inject(Authentication) private readonly authentication: Authentication,
    @Inject(AuditTrail) private readonly audit: AuditTrail,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {
    limits.admitOperators((request) => authentication.knows(request));
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const places = [context.getHandler(), context.getClass()];
    const asked = this.reflector.getAllAndOverride<AskedRoles | undefined>(ASKED_ROLES, places);
    assert(asked !== undefined, 'every call under /admin asks for a role');
    const who = await this.known(request);
    noteActing(request, { ...who, role: asked[0] });
    const { name, roles } = who.operator;
    if (asked.some((role) => hasRole(roles, role))) return true;
    await this.audit.record(auditEntryOf(request, 'ROLE_MISSING', this.audit.nowMs()));
    throw new CodedError('ROLE_MISSING', { operator: name, role: asked.join(' or '), roles });
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
