import { CodedError } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { HTTP_TIMEOUT_MS, MAX_HTTP_ANSWER_BYTES } from '../limits';
import { boundedText } from './bounded-text';

export interface JsonAnswer {
  readonly status: number;
  /** `undefined` if the body is not JSON. */
  readonly body: unknown;
}

export interface JsonRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

/**
 * One HTTP request to a service, limited in time and size. Redirects are not followed, as the headers contain keys.
 * @throws CodedError `code` if there is no answer, or one that says to retry later (429, 5xx)
 */
export async function askJson(
  code: Code,
  url: URL,
  request: JsonRequest = {},
): Promise<JsonAnswer> {
  const where = { host: url.host, path: url.pathname };
  try {
    const response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...bodyType(request), ...request.headers },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs ?? HTTP_TIMEOUT_MS),
    });
    const text = await boundedText(response.body ?? [], MAX_HTTP_ANSWER_BYTES);
    if (response.status === 429 || response.status >= 500) {
      throw new CodedError(code, { ...where, status: response.status });
    }
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError(code, {
      ...where,
      fault: error instanceof Error ? error.name : 'unknown',
    });
  }
}

const bodyType = (request: JsonRequest): Record<string, string> =>
  request.body === undefined ? {} : { 'content-type': 'application/json' };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
