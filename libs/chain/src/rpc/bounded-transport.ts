/** JSON-RPC over HTTP as in kit's own transport, with a limit on the answer's size. */
import { parseJson, toJson } from '@bellwether/codec';
import type { RpcTransport } from '@solana/kit';
import { boundedText } from '../http/bounded-text';
import { postChunks } from '../http/post-chunks';
import {
  BLOCK_SILENCE_MS,
  MAX_BLOCK_ANSWER_BYTES,
  MAX_RPC_ANSWER_BYTES,
  REQUEST_TIMEOUT_MS,
} from '../limits';

/**
 * @throws whatever ends the request: its signal, the connection, a status other than 2xx, an answer beyond the limit
 */
export function boundedTransport(url: string): RpcTransport {
  return async <Answer>({
    payload,
    signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }: Parameters<RpcTransport>[0]): Promise<Answer> => {
    const chunks = postChunks(url, toJson(payload), signal);
    return parseJson(await boundedText(chunks, MAX_RPC_ANSWER_BYTES)) as Answer;
  };
}

/** A request whose answer is streamed. */
export interface StreamedRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * The answer in chunks, of any size, as long as they keep coming.
 * @throws as `boundedTransport`, and if nothing arrives for BLOCK_SILENCE_MS
 */
export async function* answerChunks(
  url: string,
  { method, params }: StreamedRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const silence = new AbortController();
  const listen = (): NodeJS.Timeout =>
    setTimeout(() => silence.abort(new Error('nothing more came')), BLOCK_SILENCE_MS);
  let timer = listen();
  try {
    const payload = toJson({ jsonrpc: '2.0', id: 1, method, params });
    let size = 0;
    for await (const chunk of postChunks(url, payload, AbortSignal.any([signal, silence.signal]))) {
      clearTimeout(timer);
      size += chunk.byteLength;
      if (size > MAX_BLOCK_ANSWER_BYTES) {
        throw new RangeError(`an answer of more than ${MAX_BLOCK_ANSWER_BYTES} bytes`);
      }
      yield chunk;
      timer = listen();
    }
  } finally {
    clearTimeout(timer);
  }
}
