/**
 * The syntax of the three headers. Nothing is looked up here: the answer depends on the header's text alone, so it
 * reveals nothing about any key.
 */
import { CodedError } from '@bellwether/errors';
import { MAX_API_KEY_CHARACTERS } from '../limits';

/** Headers as Node gives them: lower-case names, repeated ones joined with a comma. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface SignedHeaders {
  readonly apiKey: string;
  /** As sent: it is part of what is signed. */
  readonly timestamp: string;
  /** The 32 bytes of the presented MAC. */
  readonly mac: Uint8Array;
}

type HeaderName = 'X-Api-Key' | 'X-Timestamp' | 'X-Signature';

/**
 * The names in `generateBuilderHeaders()` of `@polymarket/builder-signing-sdk`. Its fourth header,
 * `POLY_BUILDER_PASSPHRASE`, means nothing here and is ignored.
 */
const ALIASES: Readonly<Record<HeaderName, string>> = {
  'X-Api-Key': 'poly_builder_api_key',
  'X-Timestamp': 'poly_builder_timestamp',
  'X-Signature': 'poly_builder_signature',
};

const MAC_BYTES = 32;
const TIMESTAMP = /^(?:\d{10}|\d{13})$/;
const HEX_MAC = /^[0-9a-fA-F]{64}$/;
/** Base64 or base64url of 32 bytes: 43 characters, then `=`, which encoders of base64url often omit. */
const BASE64_MAC = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * `X-Api-Key`. A missing or too long one is refused here. Any other value ends as an unknown key does, with the same
 * text and in the same time.
 */
export function readApiKey(headers: Headers): string {
  const apiKey = single(headers, 'X-Api-Key');
  if (apiKey === undefined || apiKey === '' || apiKey.length > MAX_API_KEY_CHARACTERS) {
    throw wrongHeader(headers, 'X-Api-Key', 'the API key as it was issued');
  }
  return apiKey;
}

/** All three headers of the full envelope. Throws `API_KEY_INVALID` naming the missing or malformed header. */
export function readSignedHeaders(headers: Headers): SignedHeaders {
  const apiKey = readApiKey(headers);
  const timestamp = single(headers, 'X-Timestamp');
  if (timestamp === undefined || !TIMESTAMP.test(timestamp)) {
    const expected = 'Unix seconds in 10 digits or milliseconds in 13';
    throw wrongHeader(headers, 'X-Timestamp', expected);
  }
  const mac = parseMac(single(headers, 'X-Signature') ?? '');
  if (mac === undefined) {
    throw wrongHeader(
      headers,
      'X-Signature',
      'HMAC-SHA256 as 64 characters of hex, or as base64 or base64url',
    );
  }
  return { apiKey, timestamp, mac };
}

function parseMac(text: string): Uint8Array | undefined {
  if (HEX_MAC.test(text)) return Buffer.from(text, 'hex');
  if (!BASE64_MAC.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === MAC_BYTES ? bytes : undefined;
}

function single(headers: Headers, name: HeaderName): string | undefined {
  const value = given(headers, name);
  return typeof value === 'string' ? value : undefined;
}

/** The header, or its alias if it is absent. */
const given = (headers: Headers, name: HeaderName): Headers[string] =>
  headers[name.toLowerCase()] ?? headers[ALIASES[name]];

/** The value is not shown, as a wrong header may contain a secret. */
function wrongHeader(headers: Headers, header: HeaderName, expected: string): CodedError {
  const value = given(headers, header);
  const isMissing = value === undefined || value === '';
  const problem = isMissing ? 'missing' : 'malformed';
  return new CodedError('API_KEY_INVALID', { header, problem, expected });
}
