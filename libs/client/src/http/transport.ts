import type { RawAnswer } from './json-answer';

export interface TransportRequest {
  readonly path: string;
  /** JSON as it is sent. */
  readonly body: string;
  readonly signal: AbortSignal;
}

/** A way other than HTTP for some requests, with the same answers. */
export interface Transport {
  takes(method: string, path: string): boolean;
  /** @throws ConnectionError; the reason of an abort */
  send(request: TransportRequest): Promise<RawAnswer>;
}
