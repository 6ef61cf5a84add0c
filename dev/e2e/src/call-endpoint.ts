import type { Builder } from './builder';
import type { Endpoint } from './endpoints';
import type { Exchange } from './exchange';
import { answered, http } from './http';
import type { HttpAnswer } from './http';

/**
 * Calls an endpoint with all it wants but the content, which is the caller's: a bad body must be judged as a body, not
 * end at the door for want of a key.
 */
export async function callEndpoint(
  parties: { readonly exchange: Exchange; readonly builder: Builder },
  endpoint: Endpoint,
  text: string | undefined,
): Promise<HttpAnswer> {
  const { exchange, builder } = parties;
  const { on, method, path, isAdmin } = endpoint;
  if (on === 'signer') {
    return builder.send(path, method === 'GET' ? undefined : text, method);
  }
  const headers = isAdmin
    ? { 'X-Admin-Key': exchange.file.admin_key }
    : await exchange.ownerHeaders(path);
  return answered(() =>
    http(`${exchange.file.gateway_url}${path}`, {
      method,
      headers,
      text: method === 'GET' ? undefined : text,
    }),
  );
}
