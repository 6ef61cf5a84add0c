import { CodedError, Fault } from '@bellwether/errors';
import type { Bus } from '../connection/bus';
import { traceHeaders } from '../connection/trace-headers';
import type { Failure } from './json';
import { decodeJsonResponse, encodeJsonRequest } from './json-service';
import type {
  AnswerOf,
  JsonContract,
  JsonOperations,
  OperationOf,
  RequestOf,
} from './json-service';
import { RequestError } from './request-mux';
import type { z } from 'zod';

export interface AskOptions {
  readonly requestId: string;
  readonly timeoutMs?: number | undefined;
}

/** Asks the operations of a contract. */
export class JsonServiceClient<O extends JsonOperations> {
  constructor(
    private readonly contract: JsonContract<O>,
    private readonly bus: Bus,
  ) {}

  /**
   * @throws CodedError the server's refusal; the contract's `unavailable` code (nothing was done); OUTCOME_UNKNOWN (it
   *   may have been: repeat the request or read to find out)
   */
  async ask<K extends OperationOf<O>>(
    operation: K,
    request: RequestOf<O, K>,
    options: AskOptions,
  ): Promise<AnswerOf<O, K>> {
    const payload = encodeJsonRequest(request, options.requestId);
    const response = this.read(
      operation,
      await this.exchange(operation, payload, options.timeoutMs),
    );
    if ('failed' in response) throw new CodedError(response.failed.code, response.failed.details);
    return response.answer;
  }

  /** Of an unreadable answer it is unknown what was done. */
  private read<K extends OperationOf<O>>(
    operation: K,
    bytes: Uint8Array,
  ): { readonly answer: AnswerOf<O, K> } | Failure {
    // The type of an answer is that of its schema.
    const schema = this.contract.answers[operation] as z.ZodType<AnswerOf<O, K>>;
    try {
      return decodeJsonResponse(bytes, schema);
    } catch (cause) {
      const unreadable = new Fault('poison', 'unreadable answer', { cause });
      throw new CodedError('OUTCOME_UNKNOWN', {}, { cause: unreadable });
    }
  }

  private async exchange(
    operation: OperationOf<O>,
    payload: Uint8Array,
    timeoutMs = this.contract.timeoutMs(operation),
  ): Promise<Uint8Array> {
    try {
      const subject = this.contract.subjectOf(operation);
      return (await this.bus.request(subject, payload, timeoutMs, traceHeaders())).data;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const nothingDone = error.neverSent || this.contract.harmless.has(operation);
      const code = nothingDone ? this.contract.unavailable : 'OUTCOME_UNKNOWN';
      throw new CodedError(code, {}, { cause: error });
    }
  }
}
