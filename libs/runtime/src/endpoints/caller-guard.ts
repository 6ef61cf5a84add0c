import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who may call an endpoint: the credential that it asks for, and what else its guard goes by. */
export interface Caller {
  readonly credential: string;
}

/** A provider that admits the callers with its credentials, of all endpoints that ask for one of them. */
export abstract class CallerGuard<C extends Caller = Caller> {
  abstract readonly credentials: readonly C['credential'][];

  /**
   * Called before anything of the request is parsed: the body is there as raw bytes.
   * @throws CodedError the answer; nothing else is done then
   */
  abstract admit(request: FastifyRequest, reply: FastifyReply, caller: C): Promise<void>;

  /** Around what is done for a caller that was admitted, its failures too. */
  around(_request: FastifyRequest, answer: () => Promise<unknown>): Promise<unknown> {
    return answer();
  }
}
