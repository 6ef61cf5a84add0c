/** A builder's client as builders write it: JSON over HTTP, signed with the function of Polymarket's own SDK. */
import { buildHmacSignature } from '@polymarket/builder-signing-sdk';
import { PromisedAnswers } from '../../../tools/documents/src/promised-answers';

const PROMISED = new PromisedAnswers('signer');

export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  // The tests check each field of an answer.
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

export class BuilderClient {
  constructor(
    readonly url: string,
    readonly credentials: Credentials,
  ) {}

  /** With the full envelope. */
  post(path: string, body: unknown): Promise<HttpAnswer> {
    const text = JSON.stringify(body);
    return this.send(path, text, this.envelope(path, text));
  }

  /** With `X-Api-Key` alone. */
  postWithKey(path: string, body: unknown): Promise<HttpAnswer> {
    return this.send(path, JSON.stringify(body), { 'x-api-key': this.credentials.apiKey });
  }

  async delete(path: string): Promise<HttpAnswer> {
    const headers = this.envelope(path, '{}', undefined, 'DELETE');
    return this.send(path, '{}', headers, 'DELETE');
  }

  async get(path: string): Promise<HttpAnswer> {
    const headers = this.envelope(path, '', Math.floor(Date.now() / 1_000), 'GET');
    const response = await fetch(`${this.url}${path}`, { headers });
    const answer = { status: response.status, body: await response.json() };
    PROMISED.require('GET', path, answer);
    return { ...answer, headers: response.headers };
  }

  envelope(
    path: string,
    body: string,
    timestamp = Math.floor(Date.now() / 1_000),
    method = 'POST',
  ) {
    const { apiKey, secret } = this.credentials;
    return {
      'x-api-key': apiKey,
      'x-timestamp': String(timestamp),
      'x-signature': buildHmacSignature(secret, timestamp, method, path, body),
    };
  }

  async send(
    path: string,
    body: string,
    headers: Record<string, string>,
    method: 'POST' | 'DELETE' = 'POST',
  ): Promise<HttpAnswer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const answer = { status: response.status, body: await response.json() };
    PROMISED.require(method, path, answer);
    return { ...answer, headers: response.headers };
  }

  /** The public key of a user, new or known. */
  async user(userId: string): Promise<string> {
    const { status, body } = await this.postWithKey('/v1/keys', { user_id: userId });
    if (status !== 200) throw new Error(`no key for ${userId}: ${JSON.stringify(body)}`);
    return String(body.public_key);
  }
}
