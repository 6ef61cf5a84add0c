import { hkdfSync } from 'node:crypto';
import {
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressDecoder,
  getAddressEncoder,
} from '@solana/kit';
import type { Address, KeyPairSigner } from '@solana/kit';
import { guardianPrivateKeys } from '../wormhole/guardian-keys';

const KEY_BYTES = 32;
const SALT = 'bellwether/local-network/v1';
/** Who acts on the chains: `operator` is the withdraw-worker's key, `registrar` the deposit-listener's. */
export const NETWORK_ROLES = [
  'faucet',
  'admin',
  'operator',
  'registrar',
  'relayer',
  'treasury',
  'swap',
] as const;
export type NetworkRole = (typeof NETWORK_ROLES)[number];

export interface NetworkKeys {
  readonly signers: Readonly<Record<NetworkRole, KeyPairSigner>>;
  /** The second test token's. */
  readonly tokenMint: Address;
  /** Private keys of 32 bytes (secp256k1), in the set's order. */
  readonly guardians: readonly Uint8Array[];
  /** What a chain makes its faucet of: the key of that role. */
  readonly faucetSeed: Uint8Array;
}

/** Every key of a network, from its seed: the same each time, in whatever process. */
export async function networkKeys(seed: Uint8Array): Promise<NetworkKeys> {
  const made = new Map<NetworkRole, KeyPairSigner>();
  for (const role of NETWORK_ROLES) {
    made.set(role, await createKeyPairSignerFromPrivateKeyBytes(privateKey(seed, role)));
  }
  return {
    signers: ofEachRole((role) => made.get(role)!),
    tokenMint: getAddressDecoder().decode(privateKey(seed, 'token')),
    guardians: guardianPrivateKeys(seed),
    faucetSeed: privateKey(seed, 'faucet'),
  };
}

export function ofEachRole<T>(make: (role: NetworkRole) => T): Record<NetworkRole, T> {
  return {
    faucet: make('faucet'),
    admin: make('admin'),
    operator: make('operator'),
    registrar: make('registrar'),
    relayer: make('relayer'),
    treasury: make('treasury'),
    swap: make('swap'),
  };
}

/** The form of Solana's key files: 32 bytes of private key, then 32 of public key. */
export function keyFileBytes(seed: Uint8Array, { role, address }: RoleAddress): readonly number[] {
  return [...privateKey(seed, role), ...getAddressEncoder().encode(address)];
}

interface RoleAddress {
  readonly role: NetworkRole;
  readonly address: Address;
}

function privateKey(seed: Uint8Array, name: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', seed, SALT, name, KEY_BYTES));
}
