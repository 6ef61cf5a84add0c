import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { PromisedAnswers } from '../../../tools/documents/src/promised-answers';

/** An answer as it came; tests say what it must be. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Longer than any edge lets a caller wait, on a busy machine. */
export const TIMEOUT_MS = 60_000;

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is: tests of bad input send what is no JSON. */
  readonly text?: string | undefined;
}

const unavailable = z.object({
  status: z.literal(503),
  body: z.object({ error: z.object({ code: z.string() }) }),
});

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

/** Of an app. @throws whatever fetch throws when there is no answer; an Error where no document promises it */
export async function http(url: string, request: HttpRequest = {}): Promise<HttpAnswer> {
  const { status, headers, body } = await foreignHttp(url, request);
  const { origin } = new URL(url);
  promised
    .get(origin)
    ?.require(request.method ?? 'GET', url.slice(origin.length), { status, body });
  return { status, headers, body };
}

/** Of no app, which may have the port that a gateway had before. @throws whatever fetch throws when there is no answer */
export async function foreignHttp(url: string, request: HttpRequest = {}): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, text } = request;
  const response = await fetch(url, {
    method,
    headers: { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(text === undefined ? {} : { body: text }),
  });
  const body = parse(await response.text());
  return { status: response.status, headers: response.headers, body };
}

/** Answers that say "nothing was done, ask again": a busy machine may give them at any time, and every client must bear them. */
const TRY_AGAIN = new Set([
  'BRIDGE_UNAVAILABLE',
  'CHAIN_UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'ENGINE_UNAVAILABLE',
  'FUNDING_UNAVAILABLE',
  'HISTORY_UNAVAILABLE',
  'OVERLOADED',
  'SIGNER_UNAVAILABLE',
  'SWAP_UNAVAILABLE',
]);
export const TRY_AGAIN_MS = 250;

export const saysTryAgain = (status: number, code: string): boolean =>
  status === 503 && TRY_AGAIN.has(code);

/** The first answer that is not "nothing was done, ask again", or the last one before the timeout. */
export async function answered(ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await ask();
    const { success, data } = unavailable.safeParse(answer);
    const isLast = !success || !saysTryAgain(data.status, data.body.error.code);
    if (isLast || performance.now() > deadlineMs) return answer;
    await sleep(TRY_AGAIN_MS);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
