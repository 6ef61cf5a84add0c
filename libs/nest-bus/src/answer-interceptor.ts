import { Inject, Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { encodeJsonAnswer, tracedWork } from '@bellwether/bus';
import type { Log } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { from, lastValueFrom, map, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { LOG } from './tokens';
import { BusRequest } from './bus-request';

/** Around every request: a span in its sender's trace, a line in the log. They may hold secrets, which it never shows. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<object, unknown> {
  constructor(@Inject(LOG) private readonly log: Log) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    const request: unknown = context.switchToRpc().getContext();
    if (!(request instanceof BusRequest)) return next.handle();
    const { service, operation } = request.asked;
    const answer = next.handle().pipe(
      map((value) => encodeJsonAnswer(value)),
      tap({ next: () => this.tell(request), error: (error) => this.tell(request, error) }),
    );
    const work = () => lastValueFrom(answer);
    return from(tracedWork(`${service} ${operation}`, request.headers, work));
  }

  private tell({ asked, requestId }: BusRequest, error?: unknown): void {
    const details = { operation: asked.operation, request_id: requestId };
    if (error === undefined) this.log.info(details, `${asked.service} answered`);
    else if (error instanceof CodedError) {
      this.log.info({ ...details, code: error.code }, `${asked.service} answered`);
    } else this.log.error({ ...details, err: error }, `${asked.service} failed`);
  }
}
