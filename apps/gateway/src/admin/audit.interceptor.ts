import { Inject, Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { asCodedError } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { lastValueFrom, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { auditEntryOf } from './audit-entry';
import { AuditTrail } from './audit-trail';

/** Records the result of a call before the caller gets its answer. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(@Inject(AuditTrail) private readonly audit: AuditTrail) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    try {
      const answer: unknown = await lastValueFrom(next.handle());
      await this.audit.record(auditEntryOf(request, null, this.audit.nowMs()));
      return of(answer);
    } catch (error) {
      const { code } = asCodedError(error);
      await this.audit.record(auditEntryOf(request, code, this.audit.nowMs()));
      throw error;
    }
  }
}
