import { Catch } from '@nestjs/common';
import type { ArgumentsHost, RpcExceptionFilter } from '@nestjs/common';
import { encodeJsonFailure } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { BusRequest } from './bus-request';

/**
 * The one place where an error becomes an answer: a `CodedError` as it is, anything else as INTERNAL. The error of a
 * stream's message goes to its reader.
 */
@Catch()
export class FailureFilter implements RpcExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<Uint8Array> {
    if (!(host.switchToRpc().getContext() instanceof BusRequest)) return throwError(() => error);
    if (!(error instanceof CodedError)) return of(encodeJsonFailure('INTERNAL', {}));
    return of(encodeJsonFailure(error.code, error.details));
  }
}
