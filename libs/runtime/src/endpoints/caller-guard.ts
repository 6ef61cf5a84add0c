import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who may call an endpoint: the required credential, and what else its guard checks. */
export interface Caller {
  readonly credential: string;
}

/** A provider that admits callers with its credentials, at every endpoint that requires one of them. */
export abstract class CallerGuard<C extends Caller = Caller> {
  abstract readonly credentials: readonly C['credential'][];

  /**
   * Called before anything of the request is parsed: the body is raw bytes.
   *
   * @throws CodedError the answer; nothing else is done then
   */
  abstract admit(request: FastifyRequest, reply: FastifyReply, caller: C): Promise<void>;

  /** Wraps the work for an admitted caller, including its failures. */
  around(_request: FastifyRequest, answer: () => Promise<unknown>): Promise<unknown> {
    return answer();
  }
}
