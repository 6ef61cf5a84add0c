/**
 * An account's key that a passkey makes again on every device: the seed is HKDF over what the authenticator computes
 * for this network and origin (WebAuthn's PRF extension). The passkey itself signs no text: its signatures are of
 * another kind.
 */
import { ownerOf } from './allow';
import type { OwnerKey } from './allow';

const ES256 = -7;
const EDDSA = -8;
const SEED_BITS = 256;
const CHALLENGE_BYTES = 32;
const text = new TextEncoder();

export async function canUsePasskeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false;
  const capabilities = await PublicKeyCredential.getClientCapabilities?.().catch(() => undefined);
  return capabilities === undefined || capabilities['extension:prf'] !== false;
}

/** @returns null if the authenticator cannot do it */
export async function makePasskey(network: string): Promise<OwnerKey | null> {
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { name: 'Bellwether' },
      user: { id: random(16), name: 'Bellwether', displayName: 'Bellwether' },
      challenge: random(CHALLENGE_BYTES),
      pubKeyCredParams: [
        { type: 'public-key', alg: ES256 },
        { type: 'public-key', alg: EDDSA },
      ],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      extensions: { prf: { eval: { first: saltOf(network) } } },
    },
  });
  const enabled = extensionOf(made)?.enabled === true;
  // Many authenticators compute nothing while they make a key: a second request does.
  return enabled ? usePasskey(network) : null;
}

/** @returns null if there is none, or if it cannot do it */
export async function usePasskey(network: string): Promise<OwnerKey | null> {
  const got = await navigator.credentials.get({
    publicKey: {
      challenge: random(CHALLENGE_BYTES),
      userVerification: 'required',
      extensions: { prf: { eval: { first: saltOf(network) } } },
    },
  });
  const secret = extensionOf(got)?.results?.first;
  if (secret === undefined) return null;
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: saltOf(network),
    info: text.encode('seed'),
  };
  const seed = new Uint8Array(await crypto.subtle.deriveBits(parameters, material, SEED_BITS));
  const owner = await ownerOf(seed, 'passkey');
  seed.fill(0);
  return owner;
}

/** Another network or origin makes another key. */
const saltOf = (network: string) =>
  text.encode(`bellwether trading key 1 ${network} ${location.origin}`);

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

function extensionOf(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const { prf } = credential.getClientExtensionResults();
  if (prf === undefined) return undefined;
  const first = prf.results?.first;
  return {
    enabled: prf.enabled,
    ...(first instanceof ArrayBuffer ? { results: { first } } : {}),
  };
}
