import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { encodeJsonAnswer, tracedWork } from '@bellwether/bus';
import type { Log } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { dematerialize, firstValueFrom, from, map, materialize, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { BusRequest } from './bus-request';
import { REQUEST_METRICS } from './request-metrics';
import type { RequestMetrics } from './request-metrics';
import { LOG } from './tokens';

/**
 * Around every request: a span in its sender's trace, a line in the log, its duration. Requests and answers may hold
 * secrets, which are not shown.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<object, unknown> {
  constructor(
    @Inject(LOG) private readonly log: Log,
    @Optional() @Inject(REQUEST_METRICS) private readonly metrics?: RequestMetrics,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    const request: unknown = context.switchToRpc().getContext();
    if (!(request instanceof BusRequest)) return next.handle();
    const { service, operation } = request.asked;
    const answer = next.handle().pipe(
      map((value) => encodeJsonAnswer(value)),
      tap({ next: () => this.report(request), error: (error) => this.report(request, error) }),
    );
    // A refusal is an answer, not a failure of the span.
    const work = () => firstValueFrom(answer.pipe(materialize()));
    const traced = tracedWork(`${service} ${operation}`, request.headers, work);
    return from(traced).pipe(dematerialize());
  }

  private report(request: BusRequest, error?: unknown): void {
    const { asked, requestId } = request;
    const details = { operation: asked.operation, request_id: requestId };
    if (error === undefined) {
      this.metrics?.observe(request);
      this.log.info(details, `${asked.service} answered`);
    } else if (error instanceof CodedError) {
      this.metrics?.observe(request, error.code);
      this.log.info({ ...details, code: error.code }, `${asked.service} answered`);
    } else {
      this.metrics?.observe(request, 'INTERNAL');
      this.log.error({ ...details, err: error }, `${asked.service} failed`);
    }
  }
}
