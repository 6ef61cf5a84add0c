/** An answer as it came; tests say what it must be. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Longer than any edge lets a caller wait, on a busy machine. */
const PATIENCE_MS = 60_000;

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is: tests of bad input send what is no JSON. */
  readonly text?: string | undefined;
}

/** @throws whatever fetch throws when there is no answer */
export async function http(url: string, request: HttpRequest = {}): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, text } = request;
  const response = await fetch(url, {
    method,
    headers: { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(text === undefined ? {} : { body: text }),
  });
  return { status: response.status, headers: response.headers, body: parse(await response.text()) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
