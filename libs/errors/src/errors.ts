import { CODES, type Code } from './codes';

/** The facts of one request's error: flat, printable, free of secrets. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * An error with a code of the registry. It becomes the HTTP body of docs/protocol/http.md, section 2, or a verdict in a
 * bus loop. `message` defaults to `messageOf`; `details` name the field, the value and what is expected.
 */
export class CodedError extends Error {
  readonly code: Code;
  readonly details: ErrorDetails;
  /** The refusal answers an earlier, equal command. */
  readonly isReplay: boolean;

  constructor(
    code: Code,
    details: ErrorDetails = {},
    options: { message?: string; cause?: unknown; isReplay?: boolean } = {},
  ) {
    super(options.message ?? messageOf(code, details), options);
    this.name = 'CodedError';
    this.code = code;
    this.details = details;
    this.isReplay = options.isReplay ?? false;
  }

  get retryable(): boolean {
    return CODES[this.code].retryable;
  }
}

/**
 * The sentence of an error without one of its own: the registry's, and of a field that is wrong which field, and what
 * would be right. `expected` is a phrase that fits after "must be".
 */
export function messageOf(code: Code, { field, expected, reason }: ErrorDetails): string {
  if (code === 'VALIDATION_FAILED' && typeof field === 'string') {
    if (typeof expected === 'string') return `${field} must be ${expected}.`;
    if (typeof reason === 'string') return `${field}: ${reason}.`;
  }
  return CODES[code].message;
}

/**
 * An external failure, or an invalid message. The consumer's loop reads the verdict: `retry`: process the same
 * message again; `poison`: it can never succeed, so record and skip it.
 */
export class Fault extends Error {
  readonly verdict: 'retry' | 'poison';

  constructor(verdict: 'retry' | 'poison', message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'Fault';
    this.verdict = verdict;
  }
}

/** An invariant does not hold. Never catch it to continue: the process stops before it answers. */
export class InvariantViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvariantViolation';
  }
}

/** Asserts an invariant. Pass `message` as a function if building it is expensive. */
export function assert(condition: boolean, message: string | (() => string)): asserts condition {
  if (!condition) throw new InvariantViolation(typeof message === 'string' ? message : message());
}
