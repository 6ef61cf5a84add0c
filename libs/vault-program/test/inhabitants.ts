/** The accounts and keys of a test's world, the same in each test: derived from names. */
import {
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
} from '@solana/kit';
import type { Address, KeyPairSigner } from '@solana/kit';
import { sha256 } from '@noble/hashes/sha2.js';
import { VAULT_PROGRAM_ID, vaultSeeds } from '../src/index';
import { TOKEN_PROGRAM } from './token-accounts';

export const PROGRAM: Address = address(VAULT_PROGRAM_ID);
export const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const UPGRADEABLE_LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');

export const bytesOf = (key: Address): Uint8Array =>
  new Uint8Array(getAddressEncoder().encode(key));
/** An address derived from a name, to which no one has a key. */
export const namedAddress = (name: string): Address =>
  getAddressDecoder().decode(sha256(new TextEncoder().encode(name)));
export const namedBytes = (name: string): Uint8Array => bytesOf(namedAddress(name));
const namedSigner = (name: string) =>
  createKeyPairSignerFromPrivateKeyBytes(sha256(new TextEncoder().encode(`key of ${name}`)));

export async function derived(
  seeds: readonly (Uint8Array | string)[],
  programAddress: Address = PROGRAM,
): Promise<Address> {
  const [found] = await getProgramDerivedAddress({ programAddress, seeds: [...seeds] });
  return found;
}

const associatedToken = (owner: Address, mint: Address): Promise<Address> =>
  derived([bytesOf(owner), bytesOf(TOKEN_PROGRAM), bytesOf(mint)], ASSOCIATED_TOKEN_PROGRAM);

export interface Inhabitants {
  readonly signers: {
    /** Pays for every transaction and is in no instruction. */
    readonly feePayer: KeyPairSigner;
    readonly payer: KeyPairSigner;
    readonly admin: KeyPairSigner;
    readonly newAdmin: KeyPairSigner;
    readonly operator: KeyPairSigner;
    readonly registrar: KeyPairSigner;
    /** Holds a key, but has no role. */
    readonly stranger: KeyPairSigner;
  };
  readonly mint: Address;
  readonly state: Address;
  readonly vaultToken: Address;
  readonly user: Address;
  readonly proxy: Address;
  readonly proxyToken: Address;
  readonly recipientToken: Address;
  readonly emptyProxyToken: Address;
  /** The withdrawal id as an address. */
  readonly reference: Address;
  readonly treasury: Address;
  /** Where the loader keeps the code. */
  readonly programData: Address;
}

let made: Promise<Inhabitants> | undefined;

/** Created once per process: keys and derived addresses take longer than the rest of a test. */
export function inhabitants(): Promise<Inhabitants> {
  made ??= make();
  return made;
}

async function make(): Promise<Inhabitants> {
  const mint = namedAddress('mint');
  const user = namedAddress('user');
  const state = await derived(vaultSeeds.state());
  const proxy = await derived(vaultSeeds.proxy(bytesOf(user)));
  return {
    signers: {
      feePayer: await namedSigner('fee payer'),
      payer: await namedSigner('payer'),
      admin: await namedSigner('admin'),
      newAdmin: await namedSigner('new admin'),
      operator: await namedSigner('operator'),
      registrar: await namedSigner('registrar'),
      stranger: await namedSigner('stranger'),
    },
    mint,
    state,
    vaultToken: await associatedToken(state, mint),
    user,
    proxy,
    proxyToken: await associatedToken(proxy, mint),
    recipientToken: namedAddress('recipient token'),
    emptyProxyToken: namedAddress('an empty token account of the proxy'),
    reference: namedAddress('withdrawal 1'),
    treasury: namedAddress('treasury'),
    programData: await derived([bytesOf(PROGRAM)], UPGRADEABLE_LOADER),
  };
}
