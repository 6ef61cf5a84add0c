import { createHmac } from 'node:crypto';

export interface Credentials {
  readonly api_key: string;
  readonly secret: string;
}

/** The headers of docs/protocol/builder-envelope.md, section 2. */
export function envelopeOf(
  { api_key, secret }: Credentials,
  timestamp: number,
  request: { readonly method: string; readonly path: string; readonly body: string },
) {
  const signed = `${timestamp}${request.method}${request.path}${request.body}`;
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(signed)
    .digest('hex');
  return { 'X-Api-Key': api_key, 'X-Timestamp': String(timestamp), 'X-Signature': signature };
}
