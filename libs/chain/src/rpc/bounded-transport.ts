/** JSON-RPC over HTTP as kit's own transport does it, but for one thing: an answer has a largest size. */
import { parseJson, toJson } from '@bellwether/codec';
import type { RpcTransport } from '@solana/kit';
import { boundedText } from '../http/bounded-text';
import { MAX_RPC_ANSWER_BYTES } from '../limits';

/** @throws whatever ends the request: its signal, the connection, a status that is not 200, an answer beyond the limit */
export function boundedTransport(url: string): RpcTransport {
  return async <Answer>({ payload, signal }: Parameters<RpcTransport>[0]): Promise<Answer> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      body: toJson(payload),
      redirect: 'error', // an endpoint is who it is; another would get our provider's key
      ...(signal === undefined ? {} : { signal }),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`HTTP status ${response.status}`);
    }
    return parseJson(await boundedText(response, MAX_RPC_ANSWER_BYTES)) as Answer;
  };
}
