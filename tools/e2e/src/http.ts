import { PromisedAnswers } from '../../documents/src/promised-answers';

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

const PROMISES = {
  gateway: new PromisedAnswers('gateway'),
  signer: new PromisedAnswers('signer'),
};
/** By origin. */
const promised = new Map<string, PromisedAnswers>();

/** From now on every answer from there must be one that the document of the app promises. */
export function holdToDocument(url: string, app: 'gateway' | 'signer'): void {
  promised.set(new URL(url).origin, PROMISES[app]);
}

/** @throws whatever fetch throws when there is no answer; an Error where no document promises it */
export async function http(url: string, request: HttpRequest = {}): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, text } = request;
  const response = await fetch(url, {
    method,
    headers: { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(text === undefined ? {} : { body: text }),
  });
  const { status } = response;
  const body = parse(await response.text());
  const { origin } = new URL(url);
  promised.get(origin)?.require(method, url.slice(origin.length), { status, body });
  return { status, headers: response.headers, body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
