/**
 * Whom money may be paid to: an address that a person's key reaches, or, where the payer signed that it may be, one that
 * a program signs for. What another address gets is lost, belongs to somebody else, or comes back into the exchange
 * without its sender.
 */
import { toBase58 } from '@bellwether/codec';
import { Point } from '@noble/ed25519';

/** The kind of an address that is no wallet. */
export const NOT_WALLETS = [
  /** Where a user's money comes in. A withdrawal goes to the user's own if it names no recipient. */
  'deposit_address',
  'proxy_wallet',
  /** A token account of a deposit address or a proxy wallet. */
  'user_token_account',
  /** The vault, its program, the bridge's programs, the mints of USDC. */
  'exchange_program',
  /** A key that the exchange works with. */
  'exchange_key',
  'program',
  'sysvar',
  'token_account',
  'mint',
  'nonce_account',
  /** An account of another program. */
  'program_account',
  /** Off the curve: the address of a token account that was closed or never made, or of a program. No key signs for it. */
  'derived_address',
  /** On the curve, but no key's: nearly every text that somebody mistyped, or made up. */
  'no_public_key',
  /** Its token account belongs to somebody else. */
  'foreign_token_account',
  'frozen_token_account',
] as const;
export type NotAWallet = (typeof NOT_WALLETS)[number];

/** Kinds of addresses that the exchange itself has. */
export type OwnAddress = Extract<
  NotAWallet,
  'deposit_address' | 'proxy_wallet' | 'user_token_account' | 'exchange_program' | 'exchange_key'
>;

export interface RecipientSeen {
  /** 32 bytes. */
  readonly address: Uint8Array;
  /** The address's account on the chain, as all nodes show it, with its program in base58. */
  readonly account: { readonly program: string; readonly data: Uint8Array } | null;
  readonly own: OwnAddress | null;
  /** Whether the payer signed that it may be off the curve: a program moves what is paid there. */
  readonly allowProgramAddress: boolean;
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const MINT_BYTES = 82;
/** Where the newer token program stores the kind of an account with extensions. */
const KIND_OFFSET = 165;
const MINT_KIND = 1;
const KIND_OF_PROGRAM: Readonly<Record<string, NotAWallet>> = {
  NativeLoader1111111111111111111111111111111: 'program',
  BPFLoader1111111111111111111111111111111111: 'program',
  BPFLoader2111111111111111111111111111111111: 'program',
  BPFLoaderUpgradeab1e11111111111111111111111: 'program',
  LoaderV411111111111111111111111111111111111: 'program',
  Sysvar1111111111111111111111111111111111111: 'sysvar',
};
const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]);
/** Programs that look like keys, and that not every chain has an account of. */
const PROGRAMS_WITHOUT_ACCOUNT: ReadonlySet<string> = new Set([
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'Feature111111111111111111111111111111111111',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  ...TOKEN_PROGRAMS,
]);

/** The kind of the address; `null` if it is a wallet, which may have no account yet. */
export function notAWallet(seen: RecipientSeen): NotAWallet | null {
  const { address, account, own, allowProgramAddress } = seen;
  if (own !== null) return own;
  const point = pointOf(address);
  const isAllowed = allowProgramAddress && point === undefined;
  if (account !== null && account.program !== SYSTEM_PROGRAM) {
    const kind = kindOfOwned(account);
    return kind === 'program_account' && isAllowed ? null : kind;
  }
  if (PROGRAMS_WITHOUT_ACCOUNT.has(toBase58(address))) return 'program';
  // The system program keeps bytes in the accounts of durable nonces alone.
  if (account !== null && account.data.length > 0) return 'nonce_account';
  if (point === undefined) return isAllowed ? null : 'derived_address';
  // Each secret key's public key is in the curve's subgroup of prime order, and the point zero is nobody's.
  return point.isSmallOrder() || !point.isTorsionFree() ? 'no_public_key' : null;
}

function kindOfOwned({ program, data }: NonNullable<RecipientSeen['account']>): NotAWallet {
  if (!TOKEN_PROGRAMS.has(program)) return KIND_OF_PROGRAM[program] ?? 'program_account';
  return data.length === MINT_BYTES || data[KIND_OFFSET] === MINT_KIND ? 'mint' : 'token_account';
}

function pointOf(address: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(address);
  } catch {
    return undefined;
  }
}
