import { CODES, type Code } from './codes';

/** What an error says about its one request: flat, printable, free of secrets. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * A coded error that ends at the HTTP edge as the body of decisions 8, or in a bus loop as a verdict.
 * `message` defaults to the registry's sentence; `details` name the field, the value and what would be right.
 */
export class CodedError extends Error {
  readonly code: Code;
  readonly details: ErrorDetails;
  /** This is the refusal that an earlier, equal command was answered with. */
  readonly isReplay: boolean;

  constructor(
    code: Code,
    details: ErrorDetails = {},
    options: { message?: string; cause?: unknown; isReplay?: boolean } = {},
  ) {
    super(options.message ?? CODES[code].message, options);
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
 * The world failed, or sent what it must not: a consumer's loop reads the verdict.
 * `retry`: try the same message again; `poison`: it can never succeed, record it and go on.
 */
export class Fault extends Error {
  readonly verdict: 'retry' | 'poison';

  constructor(verdict: 'retry' | 'poison', message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'Fault';
    this.verdict = verdict;
  }
}

/** A belief of ours is false. Never caught to continue: the process stops before it answers. */
export class InvariantViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvariantViolation';
  }
}

/** Asserts a belief; `message` is a function where building it costs anything. */
export function assert(condition: boolean, message: string | (() => string)): asserts condition {
  if (!condition) throw new InvariantViolation(typeof message === 'string' ? message : message());
}
