/** The bytes of SPL mints and token accounts, as far as the chain itself reports on them. */
import { getAddressDecoder } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-addresses';

export const MINT_BYTES = 82;
export const TOKEN_ACCOUNT_BYTES = 165;
/** Token-2022 writes the kind of an account with extensions behind the room of a token account. */
const KIND_OFFSET = 165;
const KIND_MINT = 1;
const KIND_TOKEN_ACCOUNT = 2;

export type TokenAccountState = 'uninitialized' | 'initialized' | 'frozen';
const STATES: readonly TokenAccountState[] = ['uninitialized', 'initialized', 'frozen'];

export interface TokenAccount {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly delegate: Address | null;
  readonly delegatedAmount: bigint;
  readonly state: TokenAccountState;
  /** The rent a wrapped native account holds back; null for every other token. */
  readonly nativeReserveLamports: bigint | null;
  readonly closeAuthority: Address | null;
}

export interface Mint {
  readonly mintAuthority: Address | null;
  readonly freezeAuthority: Address | null;
  readonly supply: bigint;
  readonly decimals: number;
  readonly isInitialized: boolean;
}

const isTokenProgram = (program: Address) =>
  program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;

const viewOf = (data: Readonly<ArrayBufferView>) =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

const addressAt = (data: Uint8Array, offset: number): Address =>
  getAddressDecoder().decode(data.subarray(offset, offset + 32));

/** `undefined` for what is not an initialized token account of one of the two token programs. */
export function tokenAccountOf(account: EncodedAccount): TokenAccount | undefined {
  const data = account.data as Uint8Array;
  if (!isTokenProgram(account.programAddress) || data.length < TOKEN_ACCOUNT_BYTES)
    return undefined;
  if (data.length > TOKEN_ACCOUNT_BYTES && data[KIND_OFFSET] !== KIND_TOKEN_ACCOUNT)
    return undefined;
  const state = STATES[data[108]!];
  if (state === undefined || state === 'uninitialized') return undefined;
  const view = viewOf(data);
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: view.getUint32(72, true) === 1 ? addressAt(data, 76) : null,
    state,
    nativeReserveLamports: view.getUint32(109, true) === 1 ? view.getBigUint64(113, true) : null,
    delegatedAmount: view.getBigUint64(121, true),
    closeAuthority: view.getUint32(129, true) === 1 ? addressAt(data, 133) : null,
  };
}

/** `undefined` for what is not an initialized mint of one of the two token programs. */
export function mintOf(account: EncodedAccount): Mint | undefined {
  const data = account.data as Uint8Array;
  const isMint =
    data.length === MINT_BYTES || (data.length > KIND_OFFSET && data[KIND_OFFSET] === KIND_MINT);
  if (!isTokenProgram(account.programAddress) || !isMint || data[45] !== 1) return undefined;
  const view = viewOf(data);
  return {
    mintAuthority: view.getUint32(0, true) === 1 ? addressAt(data, 4) : null,
    supply: view.getBigUint64(36, true),
    decimals: data[44]!,
    isInitialized: true,
    freezeAuthority: view.getUint32(46, true) === 1 ? addressAt(data, 50) : null,
  };
}
