import { getAddressEncoder, getProgramDerivedAddress, lamports } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import { rentExemptLamportsOf } from '../chain/genesis';
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

/** An account of a program's own, with the lamports its rent takes. */
export function placedAccount(account: {
  readonly address: Address;
  /** The program. */
  readonly owner: Address;
  readonly data: Uint8Array;
}): EncodedAccount {
  const { address, owner, data } = account;
  return {
    address,
    programAddress: owner,
    data,
    executable: false,
    lamports: lamports(rentExemptLamportsOf(data.length)),
    space: BigInt(data.length),
  };
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
