import { getProgramDerivedAddress } from '@solana/kit';
import type { Address } from '../address';
import { bytesOfAddress } from '../address';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from '../programs';

/** The associated token account (ATA) of an owner and mint. The owner may be a program's address. */
export const associatedTokenAddress = (
  owner: Address,
  mint: Address,
  tokenProgram: Address = TOKEN_PROGRAM,
): Promise<Address> =>
  derivedAddress(ASSOCIATED_TOKEN_PROGRAM, [owner, tokenProgram, mint].map(bytesOfAddress));

/** A program-derived address (PDA): no key can sign for it, only the program. */
export async function derivedAddress(
  program: Address,
  seeds: readonly Uint8Array[],
): Promise<Address> {
  const [found] = await getProgramDerivedAddress({ programAddress: program, seeds: [...seeds] });
  return found;
}
