/** From what came over the wire to an answer or to an error that says what came. */
import { BellwetherError, InvalidAnswerError } from '../errors';
import type { ErrorAnswer } from '../errors';

/** A whole answer, its body not looked at yet. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOk = ({ status }: RawAnswer): boolean => status >= 200 && status < 300;

/** What a success is made of. Fields beyond these are welcome: an exchange grows. */
export interface AnswerShape {
  /** `{"success": true, "data": …}`: the content is in `data`. */
  readonly isWrapped: boolean;
  /** That the content has, if it is the right one at all. */
  readonly fields: readonly string[];
}

/** @returns the content. @throws BellwetherError, InvalidAnswerError */
export function successOf(answer: RawAnswer, shape: AnswerShape): JsonObject {
  const body = parse(answer.text);
  if (isOk(answer)) {
    const content = shape.isWrapped ? body?.['data'] : body;
    if (isObject(content) && shape.fields.every((field) => field in content)) return content;
    throw new InvalidAnswerError(`not an answer with ${shape.fields.join(', ')}`, answer);
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

function errorOf(body: JsonObject, status: number): ErrorAnswer | undefined {
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

/** Whole seconds; the form with a date is not of this interface. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
