import { CodedError, Fault } from '@bellwether/errors';
import type { Bus } from '../connection/bus';
import { decodeJsonResponse, encodeJsonRequest } from './json-service';
import type {
  AnswerOf,
  JsonContract,
  JsonOperations,
  JsonResponse,
  RequestOf,
} from './json-service';
import { RequestError } from './request-mux';
import { traceHeaders } from '../connection/trace-headers';

export interface AskOptions {
  readonly requestId: string;
  readonly timeoutMs?: number | undefined;
}

/** Asks the operations of a contract. */
export class JsonServiceClient<O extends JsonOperations<O>> {
  constructor(
    private readonly contract: JsonContract<O>,
    private readonly bus: Bus,
  ) {}

  /**
   * @throws CodedError the server's refusal; the contract's `unavailable` code (nothing was done); OUTCOME_UNKNOWN (it
   *   may have been: repeat the request or read to find out)
   */
  async ask<K extends keyof O & string>(
    operation: K,
    request: RequestOf<O, K>,
    options: AskOptions,
  ): Promise<AnswerOf<O, K>> {
    const payload = encodeJsonRequest(request, options.requestId);
    const response = this.read<AnswerOf<O, K>>(
      await this.exchange(operation, payload, options.timeoutMs),
    );
    if ('failed' in response) throw new CodedError(response.failed.code, response.failed.details);
    return response.answer;
  }

  /** The answer is unreadable, so what was done is unknown. */
  private read<A>(bytes: Uint8Array): JsonResponse<A> {
    try {
      return decodeJsonResponse<A>(bytes, this.contract.byteFields);
    } catch (cause) {
      const unreadable = new Fault('poison', 'unreadable answer', { cause });
      throw new CodedError('OUTCOME_UNKNOWN', {}, { cause: unreadable });
    }
  }

  private async exchange(
    operation: keyof O & string,
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
