import { buildHmacSignature } from '@polymarket/builder-signing-sdk';
import type { AccountSession } from '@bellwether/client';
import { answered, http } from './http';
import type { HttpAnswer, HttpRequest } from './http';
import { knowBuilder } from './known-owners';

export interface BuilderCredentials {
  readonly api_key: string;
  readonly secret: string;
}

/** A builder's backend. It signs with the published function that its authors use elsewhere, unchanged. */
export class Builder {
  private readonly signerUrl: string;
  readonly credentials: BuilderCredentials;

  constructor(signerUrl: string, credentials: BuilderCredentials) {
    this.signerUrl = signerUrl;
    this.credentials = credentials;
    knowBuilder(credentials.api_key, async (user) => {
      const { status, body } = await this.post('/v1/session', { user });
      return status === 200 ? (body as AccountSession) : null;
    });
  }

  post(path: string, body: unknown): Promise<HttpAnswer> {
    return this.send(path, JSON.stringify(body));
  }

  get(path: string): Promise<HttpAnswer> {
    return this.send(path, undefined, 'GET');
  }

  /** The body as it is, signed. */
  send(
    path: string,
    text: string | undefined,
    method: HttpRequest['method'] = 'POST',
  ): Promise<HttpAnswer> {
    const headers = this.envelope(path, text ?? '', method);
    return answered(() => http(`${this.signerUrl}${path}`, { method, headers, text }));
  }

  envelope(path: string, text: string, method = 'POST'): Record<string, string> {
    const timestamp = Math.floor(Date.now() / 1_000);
    return {
      'X-Api-Key': this.credentials.api_key,
      'X-Timestamp': String(timestamp),
      'X-Signature': buildHmacSignature(this.credentials.secret, timestamp, method, path, text),
    };
  }
}
