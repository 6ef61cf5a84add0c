import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CodedError } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';
import { auditEntryOf } from '../admin/audit-entry';
import { AuditTrail } from '../admin/audit-trail';
import { audited } from '../admin/audited';
import type { GatewayConfig } from '../config';
import { ADMIN_KEY_HEADER, Authentication } from '../operators/authentication';
import { actingIn, noteActing } from '../operators/operator';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { GATEWAY_CONFIG } from '../tokens';

/**
 * On a gateway with `/admin`, the key of an operator reads every account, so that operators can help users. Each such
 * call leaves an audit row. Any other gateway knows no operators and may write no audit rows, so it ignores the header.
 */
@Injectable()
export class OperatorReads {
  constructor(
    @Inject(ModuleRef) private readonly modules: ModuleRef,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  /**
   * True if an operator calls, whose name is in the audit row from then on. Every role may read.
   *
   * @throws CodedError SESSION_INVALID, RATE_LIMITED: a wrong key is charged as at `/admin`; HISTORY_UNAVAILABLE
   */
  async isOperator(request: FastifyRequest): Promise<boolean> {
    const hasKey = request.headers[ADMIN_KEY_HEADER] !== undefined;
    if (this.config.adminKeyHashes.length === 0 || !hasKey) return false;
    try {
      noteActing(request, { ...(await this.ofAdmin(Authentication).of(request)), role: 'read' });
      return true;
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'ADMIN_KEY_INVALID') throw error;
      this.limits.chargeAdminFailure(request, { isLogin: false });
      const audit = this.ofAdmin(AuditTrail);
      await audit.recordUnknown(auditEntryOf(request, 'SESSION_INVALID', audit.nowMs()));
      throw new CodedError('SESSION_INVALID', { problem: 'X-Admin-Key is no key of this gateway' });
    }
  }

  /** Records the result, if an operator asks, before the caller gets it. */
  async recorded<T>(request: FastifyRequest, answer: () => Promise<T>): Promise<T> {
    if (actingIn(request) === undefined) return answer();
    return audited(this.ofAdmin(AuditTrail), request, answer);
  }

  /** Provided by another module, which this gateway may not have. */
  private ofAdmin<T>(type: abstract new (...parts: never[]) => T): T {
    return this.modules.get<T>(type as never, { strict: false });
  }
}
