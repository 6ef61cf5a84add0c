/** All errors that a client throws. Each class says whether the request may have been carried out. */
import { isCode } from '@bellwether/errors';
import type { NonceKind } from './answers';
import type { DetailsOf } from './error-details';
import type { Order } from './generated/interface';
import type { ErrorCode } from './error-code';
import { MAX_SHOWN_CHARACTERS } from './limits';

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The base class of all of them. */
export abstract class ClientError extends Error {}

export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
  readonly retryable: boolean;
  readonly requestId: string;
}

/** The input cannot be signed or encoded: nothing was sent. */
export class InvalidInputError extends ClientError {
  override readonly name = 'InvalidInputError';
  readonly field: string;
  readonly value: unknown;
  readonly expected: string;

  constructor(field: string, value: unknown, expected: string) {
    super(`${field} must be ${expected}`);
    this.field = field;
    this.value = value;
    this.expected = expected;
  }
}

/** The exchange refused the request. `details` are described with the endpoint. */
export class BellwetherError extends ClientError {
  override readonly name = 'BellwetherError';
  readonly status: number;
  readonly code: ErrorCode | (string & Record<never, never>);
  readonly details: ErrorDetails;
  /** The same request, unchanged, may succeed later. */
  readonly retryable: boolean;
  /** Identifies the request to an operator. */
  readonly requestId: string;
  /** The exchange asks to wait this long. */
  readonly retryAfterSeconds: number | null;

  constructor(answer: ErrorAnswer, retryAfterSeconds: number | null = null) {
    super(`${answer.code}: ${answer.message}`);
    this.status = answer.status;
    this.code = answer.code;
    this.details = answer.details;
    this.retryable = answer.retryable;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The code, if this client knows it: the compiler checks a `switch` over it. */
  get knownCode(): ErrorCode | null {
    return isCode(this.code) ? this.code : null;
  }

  /** Whether it is one of these codes: the compiler then knows its `details`. */
  is<C extends ErrorCode>(...codes: readonly C[]): this is BellwetherErrorOf<C> {
    return codes.some((code) => code === this.code);
  }

  /** With `ORDER_NOT_OPEN`: the order in its final state. */
  get finalOrder(): Order | null {
    const { order } = this.details;
    return isOrder(order) ? order : null;
  }
}

export type BellwetherErrorOf<C extends ErrorCode> = BellwetherError & {
  readonly code: C;
  readonly details: DetailsOf<C>;
};

const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' && value !== null && 'order_id' in value && 'status' in value;

/** No answer arrived: no connection, a broken one, or a time-out. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
  /** False: no connection was made, so nothing was sent. Browsers do not report this, so there it is always true. */
  readonly mayBeSent: boolean;

  constructor(message: string, options: { readonly mayBeSent: boolean; readonly cause: unknown }) {
    super(message, options);
    this.mayBeSent = options.mayBeSent;
  }
}

/** The answer does not belong to this interface: a proxy's page, another server, or a truncated answer. */
export class InvalidAnswerError extends ClientError {
  override readonly name = 'InvalidAnswerError';
  readonly status: number;
  /** The beginning of the answer. */
  readonly shown: string;

  constructor(reason: string, answer: { readonly status: number; readonly text: string }) {
    super(`${reason} (HTTP ${answer.status})`);
    this.status = answer.status;
    this.shown = answer.text.slice(0, MAX_SHOWN_CHARACTERS);
  }
}

/**
 * Identifies a request to the exchange permanently. What became of the nonce is the outcome of this request only where the
 * exchange shows this `clientId`, or none, which it forgets in time.
 */
export interface NonceQuery {
  readonly user: string;
  readonly kind: NonceKind;
  readonly nonce: number;
  readonly clientId: string;
}

/**
 * The request was sent and its outcome is unknown. Send the very same request again (`send`) to get its one answer,
 * or query it by its nonce. A new request under another nonce may act twice.
 */
export class OutcomeUnknownError extends ClientError {
  override readonly name = 'OutcomeUnknownError';
  /** The query for the outcome; null for a request without a nonce (a cancel of one order: query the order). */
  readonly nonceQuery: NonceQuery | null;
  readonly attempts: number;

  constructor(
    known: { readonly nonceQuery: NonceQuery | null; readonly attempts: number },
    options: { readonly cause: unknown },
  ) {
    const { nonceQuery, attempts } = known;
    const name =
      nonceQuery === null ? '' : ` (${nonceQuery.kind} ${nonceQuery.nonce} of ${nonceQuery.user})`;
    super(`the outcome is not known after ${attempts} attempts${name}`, options);
    this.nonceQuery = nonceQuery;
    this.attempts = attempts;
  }
}
