/** The builder's envelope: docs/protocol/builder-envelope.md. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '@bellwether/codec';
import { base64 } from '@scure/base';
import { InvalidInputError } from './errors';
import type { BellwetherError } from './errors';

const SECRET_BYTES = 32;
const utf8 = new TextEncoder();

export interface EnvelopedRequest {
  readonly method: string;
  /** Including its query. */
  readonly path: string;
  readonly body: string;
}

export interface BuilderCredentials {
  readonly apiKey: string;
  /** Base64 of 32 bytes. */
  readonly secret: string;
}

/** Builds envelopes. The secret stays private: nothing prints it. */
export class Envelope {
  readonly #secret: Uint8Array;
  readonly #apiKey: string;
  /** How far this machine's clock is behind the exchange's, as far as known. */
  private clockOffsetMs = 0;

  constructor({ apiKey, secret }: BuilderCredentials) {
    this.#apiKey = apiKey;
    this.#secret = secretBytes(secret);
  }

  /** The three headers, with the present time. */
  headers(request: EnvelopedRequest): Readonly<Record<string, string>> {
    return this.headersAt(Math.floor((Date.now() + this.clockOffsetMs) / 1_000), request);
  }

  headersAt(timestamp: number, { method, path, body }: EnvelopedRequest) {
    const message = utf8.encode(`${timestamp}${method}${path}${body}`);
    return {
      ...this.keyAlone(),
      'X-Timestamp': String(timestamp),
      'X-Signature': toHex(hmac(sha256, this.#secret, message)),
    };
  }

  /** For the endpoints that check only the key. */
  keyAlone(): Readonly<Record<string, string>> {
    return { 'X-Api-Key': this.#apiKey };
  }

  /** Adopts the exchange's time if the error shows that ours is off. @returns whether the offset changed */
  learnTime(error: BellwetherError): boolean {
    const serverTime = error.details['server_time'];
    if (!error.is('TIMESTAMP_SKEW') || typeof serverTime !== 'number') return false;
    const offsetMs = serverTime * 1_000 - Date.now();
    const isNew = Math.abs(offsetMs - this.clockOffsetMs) >= 1_000;
    this.clockOffsetMs = offsetMs;
    return isNew;
  }
}

function secretBytes(text: string): Uint8Array {
  const expected = `base64 of ${SECRET_BYTES} bytes`;
  const bytes = decodedBase64(text);
  if (bytes?.length !== SECRET_BYTES) throw new InvalidInputError('secret', null, expected);
  return bytes;
}

function decodedBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text);
  } catch {
    return undefined;
  }
}
