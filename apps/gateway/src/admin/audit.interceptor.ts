import { Inject, Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { lastValueFrom, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { AuditTrail } from './audit-trail';
import { audited } from './audited';

/** Records the result of a call before the caller gets its answer. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(@Inject(AuditTrail) private readonly audit: AuditTrail) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return of(await audited(this.audit, request, () => lastValueFrom(next.handle())));
  }
}
