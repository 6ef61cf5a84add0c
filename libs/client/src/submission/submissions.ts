/**
 * Requests with nonces, each carried out exactly once.
 *
 * The requests of one user and kind are sent one after the other, because a nonce that arrives after a higher one is
 * refused. Several may be in flight (`inFlight`): the exchange then states with certainty that the refused nonce was
 * never used, and the request is made again with a higher one.
 */
import { backoffMs } from '@bellwether/errors';
import type { RequestKind } from '../answers';
import { BellwetherError } from '../errors';
import type { Caller, Credentials, Receipt } from '../http/caller';
import type { CallOptions } from '../http/http-sender';
import { pause } from '../http/retry-policy';
import { FIRST_RACE_PAUSE_MS, LONGEST_RACE_PAUSE_MS, MAX_NONCES_A_CALL } from '../limits';
import type { NonceSource } from './nonce-source';
import { ANSWER_SHAPES, nonceKindOf } from './prepared-request';
import type { AnswerOfKind, BeforeSend, PreparedRequest } from './prepared-request';
import { SemaphoresByName } from './semaphore';

/** Options of a call that uses a nonce. */
export interface SubmitOptions extends CallOptions {
  /** The caller's own nonce: it is never replaced, and the call does not queue. */
  readonly nonce?: number;
}

/** Of another call within it. */
export function callOf(options: SubmitOptions = {}): CallOptions {
  const { nonce: _, ...call } = options;
  return call;
}

export interface SubmissionParts {
  readonly caller: Caller;
  readonly nonces: NonceSource;
  readonly paths: Readonly<Record<RequestKind, string>>;
  readonly beforeSend: BeforeSend | undefined;
  /** Concurrent requests of one user and kind. */
  readonly inFlight: number;
}

/** A request without its nonce. */
export interface Draft<K extends RequestKind> {
  readonly kind: K;
  readonly user: string;
  /** Part of the body, whatever its nonce: see `newClientId`. */
  readonly clientId: string;
  /** Default: that of its kind. */
  readonly path?: string;
  /** The body in JSON, signed if its user signs it. */
  readonly bodyFor: (nonce: number) => Promise<string> | string;
}

export class Submissions {
  private readonly parts: SubmissionParts;
  private readonly turns: SemaphoresByName;

  constructor(parts: SubmissionParts) {
    this.parts = parts;
    this.turns = new SemaphoresByName(parts.inFlight);
  }

  /** @throws BellwetherError, OutcomeUnknownError, ConnectionError, InvalidInputError */
  async submit<K extends RequestKind>(
    draft: Draft<K>,
    { nonce, ...options }: SubmitOptions = {},
  ): Promise<Receipt<AnswerOfKind[K]>> {
    if (nonce !== undefined) return this.sendNew(await this.prepare(draft, nonce), options);
    return this.inTurn(draft.user, draft.kind, () => this.underNewNonces(draft, options));
  }

  async prepare<K extends RequestKind>(
    { kind, user, clientId, path = this.parts.paths[kind], bodyFor }: Draft<K>,
    nonce: number,
  ): Promise<PreparedRequest<K>> {
    return { kind, user, nonce, clientId, path, body: await bodyFor(nonce) };
  }

  /** Runs work that takes nonces by itself when its turn among the user's requests of a kind comes. */
  inTurn<T>(user: string, kind: RequestKind, work: () => Promise<T>): Promise<T> {
    return this.turns.take(`${user} ${nonceKindOf(kind)}`, work);
  }

  learn(user: string, kind: RequestKind, used: number): void {
    this.parts.nonces.learn(user, nonceKindOf(kind), used);
  }

  nextNonce(user: string, kind: RequestKind, options?: CallOptions): Promise<number> {
    return this.parts.nonces.next(user, nonceKindOf(kind), options);
  }

  /** Sends exactly this request, for the first time or again: it has one answer. */
  send<K extends RequestKind>(
    { kind, user, nonce, clientId, path, body }: PreparedRequest<K>,
    options: CallOptions,
    credentials?: Credentials,
  ): Promise<Receipt<AnswerOfKind[K]>> {
    const nonceKind = nonceKindOf(kind);
    this.parts.nonces.learn(user, nonceKind, nonce);
    const { isWrapped, fields } = ANSWER_SHAPES[kind];
    const nonceQuery = { user, kind: nonceKind, nonce, clientId };
    return this.parts.caller.change<AnswerOfKind[K]>(
      { path, body, effect: 'exactly-once', isWrapped, nonceQuery, credentials },
      fields,
      options,
    );
  }

  private async underNewNonces<K extends RequestKind>(
    draft: Draft<K>,
    options: CallOptions,
  ): Promise<Receipt<AnswerOfKind[K]>> {
    const { user, kind } = draft;
    for (let taken = 1; ; taken++) {
      options.signal?.throwIfAborted();
      const nonce = await this.nextNonce(user, kind, options);
      try {
        return await this.sendNew(await this.prepare(draft, nonce), options);
      } catch (error) {
        const used = usedByOthers(error);
        if (used === null) throw error;
        this.parts.nonces.learn(user, nonceKindOf(kind), used);
        if (taken >= MAX_NONCES_A_CALL) throw error;
        const bounds = { firstMs: FIRST_RACE_PAUSE_MS, lastMs: LONGEST_RACE_PAUSE_MS };
        await pause(Math.random() * backoffMs(bounds, taken), options.signal);
      }
    }
  }

  private async sendNew<K extends RequestKind>(
    request: PreparedRequest<K>,
    options: CallOptions,
  ): Promise<Receipt<AnswerOfKind[K]>> {
    await this.parts.beforeSend?.(request);
    return this.send(request, options);
  }
}

/**
 * The last used nonce, if the exchange states with certainty that this request was not and will not be carried out
 * because others used its nonce: a new nonce then cannot act twice. A request in doubt never gets here: a nonce too
 * low to be remembered ends as OutcomeUnknownError.
 */
function usedByOthers(error: unknown): number | null {
  if (!(error instanceof BellwetherError)) return null;
  if (!error.is('NONCE_TOO_LOW', 'NONCE_REUSED')) return null;
  const last = error.details['last_nonce'];
  return typeof last === 'number' ? last : null;
}
