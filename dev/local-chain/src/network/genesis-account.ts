import { getAddressEncoder, getProgramDerivedAddress, lamports } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import { SYSTEM_PROGRAM } from '../chain/program-addresses';

export const bytesOf = (address: Address): Uint8Array =>
  new Uint8Array(getAddressEncoder().encode(address));

export async function derivedAddress(
  programAddress: Address,
  seeds: readonly Uint8Array[],
): Promise<Address> {
  const [derived] = await getProgramDerivedAddress({ programAddress, seeds: [...seeds] });
  return derived;
}

/** A wallet with native units. */
export const wallet = (address: Address, amountLamports: bigint): EncodedAccount => ({
  address,
  programAddress: SYSTEM_PROGRAM,
  data: new Uint8Array(),
  executable: false,
  lamports: lamports(amountLamports),
  space: 0n,
});
