/** A request without any client: what a test says and hears is what goes over the wire. */
import { parseJson } from '@bellwether/codec';

export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The whole answer. @param body JSON as it is to be sent */
export async function post(url: string, body: string): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body });
  return parseJson(await response.text());
}

/** @throws Error with the message of the answer */
export async function rpcCall(
  { url }: { readonly url: string },
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = (await post(url, request)) as { result?: unknown; error?: RpcFailure };
  if (answer.error !== undefined) throw new Error(answer.error.message);
  return answer.result;
}

/** The error of a request that must fail. */
export async function rpcFailure(
  { url }: { readonly url: string },
  method: string,
  params: readonly unknown[] = [],
): Promise<RpcFailure | undefined> {
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return ((await post(url, request)) as { error?: RpcFailure }).error;
}
