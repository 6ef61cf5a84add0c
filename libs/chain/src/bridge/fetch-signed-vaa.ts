import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { askJson } from '../http/ask-json';
import type { BridgeMessage } from './read-bridge';

const NOT_YET = 404;

/**
 * Requests the signed message from the guardians' API. The answer is untrusted bytes: `verifyVaa`, with the chain's
 * guardian set, checks the signatures.
 *
 * @param url of the service; `/v1/signed_vaa/…` is appended
 * @returns `undefined` until guardians have signed: usually some seconds, at worst a day
 * @throws CodedError BRIDGE_UNAVAILABLE
 */
export async function fetchSignedVaa(
  url: string,
  message: Pick<BridgeMessage, 'emitterChain' | 'emitterAddress' | 'sequence'>,
): Promise<Uint8Array | undefined> {
  const { emitterChain, emitterAddress, sequence } = message;
  const path = `v1/signed_vaa/${emitterChain}/${toHex(emitterAddress)}/${sequence}`;
  const at = new URL(path, url.endsWith('/') ? url : `${url}/`);
  const { status, body } = await askJson('BRIDGE_UNAVAILABLE', at);
  if (status === NOT_YET) return undefined;
  const vaaBytes = status === 200 ? base64Of(body) : undefined;
  if (vaaBytes === undefined) throw new CodedError('BRIDGE_UNAVAILABLE', { host: at.host, status });
  return vaaBytes;
}

function base64Of(body: unknown): Uint8Array | undefined {
  if (typeof body !== 'object' || body === null || !('vaaBytes' in body)) return undefined;
  const { vaaBytes } = body;
  if (typeof vaaBytes !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(vaaBytes)) return undefined;
  return new Uint8Array(Buffer.from(vaaBytes, 'base64'));
}
