/** Turns a received answer into content or an error. */
import { BellwetherError, InvalidAnswerError } from '../errors';
import type { ErrorAnswer } from '../errors';

/** A complete answer with an unparsed body. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly text: string;
  /** If it was parsed already, with what it came in. */
  readonly body?: JsonObject | undefined;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOk = ({ status }: RawAnswer): boolean => status >= 200 && status < 300;

/** The required content of a success. Further fields are allowed: newer exchanges add some. */
export interface AnswerShape {
  /** `{"success": true, "data": …}`: the content is in `data`. */
  readonly isWrapped: boolean;
  /** Fields that the content must have. */
  readonly fields: readonly string[];
}

/** @returns the content. @throws BellwetherError, InvalidAnswerError */
export function successOf(answer: RawAnswer, shape: AnswerShape): JsonObject {
  const body = 'body' in answer ? answer.body : parse(answer.text);
  if (isOk(answer)) {
    const content = shape.isWrapped ? body?.['data'] : body;
    if (!isObject(content)) throw new InvalidAnswerError('not an object', answer);
    const missing = shape.fields.filter((field) => !(field in content));
    if (missing.length === 0) return content;
    throw new InvalidAnswerError(`an answer without ${missing.join(', ')}`, answer);
  }
  const error = body === undefined ? undefined : errorOf(body, answer.status);
  if (error === undefined) throw new InvalidAnswerError('not an error of this interface', answer);
  throw new BellwetherError(error, retryAfterOf(answer.headers));
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function errorOf(body: JsonObject, status: number): ErrorAnswer | undefined {
  const { error } = body;
  if (!isObject(error)) return undefined;
  const { code, message, details, retryable, request_id: requestId } = error;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return {
    status,
    code,
    message,
    details: isObject(details) ? details : {},
    retryable: retryable === true,
    requestId: typeof requestId === 'string' ? requestId : '',
  };
}

/** Whole seconds; this interface does not use the form with a date. */
function retryAfterOf(headers: RawAnswer['headers']): number | null {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
