import { createHmac } from 'node:crypto';
import { requestJson } from '../json-client';
import type { JsonObject } from '../json-client';
import type { BuilderCredentials } from '../exchange-file';

/** The exchange's own HTTP API, as any builder and operator would call it. */
export class ExchangeApi {
  private readonly urls: { readonly gateway: string; readonly signer: string };
  private readonly adminKey: string;

  constructor(urls: { readonly gateway: string; readonly signer: string }, adminKey: string) {
    this.urls = urls;
    this.adminKey = adminKey;
  }

  read(path: string): Promise<JsonObject> {
    return requestJson('GET', `${this.urls.gateway}${path}`);
  }

  /** @returns the `data` of the answer */
  async admin(path: string, body: JsonObject): Promise<JsonObject> {
    const headers = { 'X-Admin-Key': this.adminKey };
    const request = { headers, body: JSON.stringify(body) };
    const { data } = await requestJson('POST', `${this.urls.gateway}${path}`, request);
    return typeof data === 'object' && data !== null ? { ...data } : {};
  }

  /** A signer call in the full envelope: the HMAC covers time, method, path and the body as sent. */
  asBuilder(
    credentials: BuilderCredentials,
    path: string,
    content: JsonObject,
  ): Promise<JsonObject> {
    const body = JSON.stringify(content);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', Buffer.from(credentials.secret, 'base64'))
      .update(`${timestamp}POST${path}${body}`)
      .digest('hex');
    const headers = {
      'X-Api-Key': credentials.api_key,
      'X-Timestamp': timestamp,
      'X-Signature': signature,
    };
    return requestJson('POST', `${this.urls.signer}${path}`, { headers, body });
  }
}
