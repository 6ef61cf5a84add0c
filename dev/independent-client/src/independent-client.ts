import { envelopeOf } from './envelope';
import type { Credentials } from './envelope';

export interface IndependentAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const TIMEOUT_MS = 20_000;

export const read = (gatewayUrl: string, path: string): Promise<IndependentAnswer> =>
  call(`${gatewayUrl}${path}`, {});

/** A body that its user has signed. */
export const send = (
  gatewayUrl: string,
  path: string,
  content: object,
): Promise<IndependentAnswer> =>
  call(`${gatewayUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
  });

/** A builder's call, in its envelope. */
export function sendAsBuilder(
  signerUrl: string,
  credentials: Credentials,
  path: string,
  content: object,
): Promise<IndependentAnswer> {
  const body = JSON.stringify(content);
  const timestamp = Math.floor(Date.now() / 1_000);
  const envelope = envelopeOf(credentials, timestamp, { method: 'POST', path, body });
  const headers = { 'Content-Type': 'application/json', ...envelope };
  return call(`${signerUrl}${path}`, { method: 'POST', headers, body });
}

async function call(url: string, request: RequestInit): Promise<IndependentAnswer> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
