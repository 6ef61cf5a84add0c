import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { CodedError } from '@bellwether/errors';
import { tokenOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { MAX_REFUSED_AUDIT_ROWS_PER_MINUTE } from '../limits';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { isAdminKey } from './admin-key';
import { auditEntryOf } from './audit-entry';
import { AuditTrail } from './audit-trail';

export const ADMIN_KEY_HEADER = 'x-admin-key';
/** Provides the SHA-256 of the admin key. */
export const ADMIN_KEY_HASH = tokenOf<Uint8Array | undefined>('the SHA-256 of the admin key');
const MINUTE_MS = 60_000;

/**
 * Always admits a right `X-Admin-Key`: an operator must be able to halt the exchange whatever else comes from the same
 * address. Calls without it are limited by address and audited, up to a rate that cannot fill the database.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  private minute = 0;
  private refusedThisMinute = 0;

  constructor(
    @Inject(ADMIN_KEY_HASH) private readonly keyHash: Uint8Array,
    @Inject(AuditTrail) private readonly audit: AuditTrail,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const given = request.headers[ADMIN_KEY_HEADER];
    if (typeof given === 'string' && isAdminKey(given, this.keyHash)) return true;
    this.limits.chargeAdminFailure(request);
    const nowMs = this.audit.nowMs();
    if (this.mayAudit()) await this.audit.record(auditEntryOf(request, 'ADMIN_KEY_INVALID', nowMs));
    throw new CodedError('ADMIN_KEY_INVALID', {
      header: 'X-Admin-Key',
      problem: given === undefined || given === '' ? 'missing' : 'not the key of this gateway',
      expected: 'the admin key of which the gateway has the SHA-256 (ADMIN_KEY_HASH)',
    });
  }

  private mayAudit(): boolean {
    const minute = Math.floor(performance.now() / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.refusedThisMinute = 0;
    }
    return ++this.refusedThisMinute <= MAX_REFUSED_AUDIT_ROWS_PER_MINUTE;
  }
}
