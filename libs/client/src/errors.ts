/** Everything a client throws: each kind says whether something may have been done. */
import { isCode } from '@bellwether/errors';
import type { Order } from './answers/order';
import type { NonceKind } from './answers/words';
import type { ErrorCode } from './error-code';
import { MAX_SHOWN_CHARACTERS } from './limits';

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The root of all of them. */
export abstract class ClientError extends Error {}

export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
  readonly retryable: boolean;
  readonly requestId: string;
}

/** What was to be signed or sent has no form: nothing was sent. */
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

/** The exchange said no, and what it said. `details` are described with the endpoint. */
export class BellwetherError extends ClientError {
  override readonly name = 'BellwetherError';
  readonly status: number;
  readonly code: ErrorCode | (string & Record<never, never>);
  readonly details: ErrorDetails;
  /** The same request, unchanged, may succeed later. */
  readonly retryable: boolean;
  /** What an operator finds it by. */
  readonly requestId: string;
  /** The exchange asked for patience until then. */
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

  /** The code, where this client knows it: a `switch` over it is checked by the compiler. */
  get knownCode(): ErrorCode | null {
    return isCode(this.code) ? this.code : null;
  }

  is(...codes: readonly ErrorCode[]): boolean {
    return codes.some((code) => code === this.code);
  }

  /** With `ORDER_NOT_OPEN`: the order as it ended. */
  get finalOrder(): Order | null {
    const { order } = this.details;
    return isOrder(order) ? order : null;
  }
}

const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' && value !== null && 'order_id' in value && 'status' in value;

/** No answer came: no connection, one that was cut, or silence. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
  /** False: there was no connection to send it by. A browser does not tell, so there it is always true. */
  readonly mayBeSent: boolean;

  constructor(message: string, options: { readonly mayBeSent: boolean; readonly cause: unknown }) {
    super(message, options);
    this.mayBeSent = options.mayBeSent;
  }
}

/** What came is no answer of this interface: a proxy's page, another server, an answer that was cut short. */
export class InvalidAnswerError extends ClientError {
  override readonly name = 'InvalidAnswerError';
  readonly status: number;
  /** The beginning of what came. */
  readonly shown: string;

  constructor(reason: string, answer: { readonly status: number; readonly text: string }) {
    super(`${reason} (HTTP ${answer.status})`);
    this.status = answer.status;
    this.shown = answer.text.slice(0, MAX_SHOWN_CHARACTERS);
  }
}

/** By what a request is known to the exchange, for ever. */
export interface Question {
  readonly user: string;
  readonly kind: NonceKind;
  readonly nonce: number;
}

/**
 * It was sent, and it is not known what became of it. Nothing is lost: send the very same request again (`send`) to
 * get its one answer, or ask by the nonce. Another request under a new nonce may do it twice.
 */
export class OutcomeUnknownError extends ClientError {
  override readonly name = 'OutcomeUnknownError';
  /** What to ask by; null where the request has no nonce (a cancel of one order: read the order). */
  readonly question: Question | null;
  readonly attempts: number;

  constructor(
    known: { readonly question: Question | null; readonly attempts: number },
    options: { readonly cause: unknown },
  ) {
    const { question, attempts } = known;
    const name =
      question === null ? '' : ` (${question.kind} ${question.nonce} of ${question.user})`;
    super(`the outcome is not known after ${attempts} attempts${name}`, options);
    this.question = question;
    this.attempts = attempts;
  }
}
