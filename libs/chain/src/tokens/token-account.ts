import type { ChainAccount } from '../accounts/read-accounts';
import { addressOf } from '../address';
import type { Address } from '../address';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs';

export interface TokenAccount {
  readonly address: Address;
  readonly mint: Address;
  readonly owner: Address;
  readonly tokenProgram: Address;
  /** In the mint's smallest unit. */
  readonly amount: bigint;
  /** True if the mint's freeze authority has frozen it. */
  readonly isFrozen: boolean;
  /** Who else may take from it, and how much; null if no one may. */
  readonly delegate: Address | null;
  readonly delegatedAmount: bigint;
}

export interface Mint {
  readonly address: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
  readonly supply: bigint;
  /** Who may mint more, and who may freeze accounts; null if no one may. */
  readonly mintAuthority: Address | null;
  readonly freezeAuthority: Address | null;
}

/** Sizes without extensions. Token-2022 puts extensions after 165 bytes and a byte for the kind of account. */
const ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
const KIND_OFFSET = 165;
const MINT_KIND = 1;
const ACCOUNT_KIND = 2;
const STATE_INITIALIZED = 1;
const STATE_FROZEN = 2;

/** `undefined` if the account is no token account of either token program. Source: spl-token, state.rs. */
export function parseTokenAccount(account: ChainAccount): TokenAccount | undefined {
  if (!isOfTokenProgram(account) || !hasKind(account.data, ACCOUNT_BYTES, ACCOUNT_KIND))
    return undefined;
  const view = viewOf(account.data);
  const state = view.getUint8(108);
  if (state !== STATE_INITIALIZED && state !== STATE_FROZEN) return undefined;
  return {
    address: account.address,
    mint: addressAt(account.data, 0),
    owner: addressAt(account.data, 32),
    tokenProgram: account.program,
    amount: view.getBigUint64(64, true),
    isFrozen: state === STATE_FROZEN,
    delegate: view.getUint32(72, true) === 1 ? addressAt(account.data, 76) : null,
    delegatedAmount: view.getBigUint64(121, true),
  };
}

/** `undefined` if the account is no mint of either token program. */
export function parseMint(account: ChainAccount): Mint | undefined {
  if (!isOfTokenProgram(account) || !hasKind(account.data, MINT_BYTES, MINT_KIND)) return undefined;
  const view = viewOf(account.data);
  if (view.getUint8(45) !== 1) return undefined;
  return {
    address: account.address,
    tokenProgram: account.program,
    decimals: view.getUint8(44),
    supply: view.getBigUint64(36, true),
    mintAuthority: view.getUint32(0, true) === 1 ? addressAt(account.data, 4) : null,
    freezeAuthority: view.getUint32(46, true) === 1 ? addressAt(account.data, 50) : null,
  };
}

const isOfTokenProgram = ({ program }: ChainAccount): boolean =>
  program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;

const hasKind = (data: Uint8Array, bytes: number, kind: number): boolean =>
  data.length === bytes || (data.length > KIND_OFFSET && data[KIND_OFFSET] === kind);

const viewOf = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

const addressAt = (data: Uint8Array, offset: number): Address =>
  addressOf(data.subarray(offset, offset + 32));
