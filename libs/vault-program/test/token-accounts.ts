import { address, getAddressEncoder } from '@solana/kit';
import type { Address } from '@solana/kit';

export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const USDC_DECIMALS = 6;

/** SPL Token's mint: 82 bytes, no authorities. */
export function mintData(): Uint8Array {
  const data = new Uint8Array(82);
  new DataView(data.buffer).setBigUint64(36, 1_000_000n, true);
  data.set([USDC_DECIMALS, 1], 44);
  return data;
}

export interface TokenAccountFields {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount?: bigint;
  readonly delegate?: Address;
  readonly closeAuthority?: Address;
  /** 0 uninitialized, 1 initialized, 2 frozen. */
  readonly state?: number;
}

/** SPL Token's token account: 165 bytes. */
export function tokenAccountData(fields: TokenAccountFields): Uint8Array {
  const { mint, owner, amount = 0n, delegate, closeAuthority, state = 1 } = fields;
  const data = new Uint8Array(165);
  const encoder = getAddressEncoder();
  data.set(encoder.encode(mint), 0);
  data.set(encoder.encode(owner), 32);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  if (delegate !== undefined) {
    data[72] = 1;
    data.set(encoder.encode(delegate), 76);
  }
  data[108] = state;
  if (closeAuthority !== undefined) {
    data[129] = 1;
    data.set(encoder.encode(closeAuthority), 133);
  }
  return data;
}
