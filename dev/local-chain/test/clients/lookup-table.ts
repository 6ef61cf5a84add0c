/** The two instructions of the lookup table program that a test needs; its client package is not among ours. */
import {
  AccountRole,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
} from '@solana/kit';
import type { Address, Instruction, KeyPairSigner } from '@solana/kit';

const PROGRAM = address('AddressLookupTab1e1111111111111111111111111');
const SYSTEM = address('11111111111111111111111111111111');
const CREATE = 0;
const EXTEND = 2;

const signer = (of: KeyPairSigner) => ({
  address: of.address,
  role: AccountRole.WRITABLE_SIGNER,
  signer: of,
});

export async function createLookupTableInstruction(
  authority: KeyPairSigner,
  recentSlot: bigint,
): Promise<{ table: Address; instruction: Instruction }> {
  const slot = getU64Encoder().encode(recentSlot);
  const seeds = [getAddressEncoder().encode(authority.address), slot];
  const [table, bump] = await getProgramDerivedAddress({ programAddress: PROGRAM, seeds });
  const instruction = {
    programAddress: PROGRAM,
    accounts: [
      { address: table, role: AccountRole.WRITABLE },
      signer(authority),
      signer(authority),
      { address: SYSTEM, role: AccountRole.READONLY },
    ],
    data: Uint8Array.from([CREATE, 0, 0, 0, ...slot, bump]),
  };
  return { table, instruction };
}

export function extendLookupTableInstruction(
  authority: KeyPairSigner,
  table: Address,
  addresses: readonly Address[],
): Instruction {
  const keys = addresses.flatMap((one) => [...getAddressEncoder().encode(one)]);
  return {
    programAddress: PROGRAM,
    accounts: [
      { address: table, role: AccountRole.WRITABLE },
      signer(authority),
      signer(authority),
      { address: SYSTEM, role: AccountRole.READONLY },
    ],
    data: Uint8Array.from([
      EXTEND,
      0,
      0,
      0,
      ...getU64Encoder().encode(BigInt(addresses.length)),
      ...keys,
    ]),
  };
}
