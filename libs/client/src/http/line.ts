import type { RawAnswer } from './json-answer';

export interface LineRequest {
  readonly path: string;
  /** JSON as it is sent. */
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Another way than HTTP for some requests, with the same answers. */
export interface Line {
  takes(method: string, path: string): boolean;
  /** @throws ConnectionError; the reason of an abort */
  send(request: LineRequest): Promise<RawAnswer>;
}
