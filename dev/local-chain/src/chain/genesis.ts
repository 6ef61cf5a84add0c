import { randomBytes } from 'node:crypto';
import { getAddressEncoder, getBase58Decoder, lamports } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import { FAUCET_LAMPORTS } from './limits';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './program-addresses';
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from './token-account';

export interface GenesisProgram {
  readonly address: Address;
  /** The ELF file. Loaded at every start, so that a newer build of a program takes effect. */
  readonly elf: Uint8Array;
}

export interface GenesisMint {
  readonly address: Address;
  readonly decimals: number;
  readonly mintAuthority: Address | null;
  readonly freezeAuthority?: Address | null;
  /** Default: the sum of the genesis's token accounts. */
  readonly supply?: bigint;
}

export interface GenesisTokenAccount {
  readonly address: Address;
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
}

/** The chain's content before its first block. */
export interface Genesis {
  readonly programs?: readonly GenesisProgram[];
  readonly mints?: readonly GenesisMint[];
  readonly tokenAccounts?: readonly GenesisTokenAccount[];
  /** Any other accounts, byte by byte: programs' state, wallets with native units. */
  readonly accounts?: readonly EncodedAccount[];
}

/** The accounts that a genesis places, without programs. */
export function genesisAccounts(genesis: Genesis): EncodedAccount[] {
  const tokenAccounts = genesis.tokenAccounts ?? [];
  const mints = (genesis.mints ?? []).map((mint) => {
    const held = tokenAccounts
      .filter((account) => account.mint === mint.address)
      .reduce((sum, { amount }) => sum + amount, 0n);
    return genesisMint({ supply: held, ...mint });
  });
  return [...mints, ...tokenAccounts.map(genesisTokenAccount), ...(genesis.accounts ?? [])];
}

export function genesisMint(mint: GenesisMint): EncodedAccount {
  const data = new Uint8Array(MINT_BYTES);
  const view = new DataView(data.buffer);
  writeOption(data, 0, mint.mintAuthority);
  view.setBigUint64(36, mint.supply ?? 0n, true);
  data[44] = mint.decimals;
  data[45] = 1; // initialized
  writeOption(data, 46, mint.freezeAuthority ?? null);
  return tokenProgramAccount(mint.address, data);
}

/** The account of an SPL token account; its address need not be the owner's associated one. */
export function genesisTokenAccount(account: GenesisTokenAccount): EncodedAccount {
  const data = new Uint8Array(TOKEN_ACCOUNT_BYTES);
  const view = new DataView(data.buffer);
  data.set(getAddressEncoder().encode(account.mint), 0);
  data.set(getAddressEncoder().encode(account.owner), 32);
  view.setBigUint64(64, account.amount, true);
  data[108] = 1; // initialized
  return tokenProgramAccount(account.address, data);
}

/** The chain's rule: (bytes + 128) times 6,960. */
export const rentExemptLamportsOf = (bytes: number): bigint => BigInt(bytes + 128) * 6_960n;

/** Different for every chain, so a transaction for one chain is never valid on another. */
export const freshGenesisHash = (): string => getBase58Decoder().decode(randomBytes(32));

export const faucetAccount = (address: Address): EncodedAccount => ({
  address,
  data: new Uint8Array(),
  executable: false,
  lamports: lamports(FAUCET_LAMPORTS),
  programAddress: SYSTEM_PROGRAM,
  space: 0n,
});

const tokenProgramAccount = (address: Address, data: Uint8Array): EncodedAccount => ({
  address,
  data,
  executable: false,
  lamports: lamports(rentExemptLamportsOf(data.length)),
  programAddress: TOKEN_PROGRAM,
  space: BigInt(data.length),
});

function writeOption(data: Uint8Array, offset: number, address: Address | null): void {
  if (address === null) return;
  new DataView(data.buffer).setUint32(offset, 1, true);
  data.set(getAddressEncoder().encode(address), offset + 4);
}
