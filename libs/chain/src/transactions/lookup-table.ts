/** Lookup tables: accounts whose entries a transaction names by a byte instead of 32. */
import { getProgramDerivedAddress } from '@solana/kit';
import type { Instruction } from '@solana/kit';
import { addressOf, bytesOfAddress } from '../address';
import type { Address } from '../address';
import type { ChainAccount } from '../accounts/read-accounts';
import { LOOKUP_TABLE_PROGRAM, SYSTEM_PROGRAM } from '../programs';
import { instructionOf } from './instruction';

export interface LookupTable {
  readonly address: Address;
  /** In the table's order. */
  readonly addresses: readonly Address[];
}

/** Where a table's addresses begin: kind, slots, authority, padding. */
const HEADER_BYTES = 56;
const TABLE_KIND = 1;
const ADDRESS_BYTES = 32;
const NEVER = 2n ** 64n - 1n;

/** `undefined` if the account is no active table that this authority may extend. */
export function parseLookupTable(
  { address, program, data }: ChainAccount,
  authority: Address,
): LookupTable | undefined {
  if (program !== LOOKUP_TABLE_PROGRAM || data.length < HEADER_BYTES) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const isActive = view.getUint32(0, true) === TABLE_KIND && view.getBigUint64(4, true) === NEVER;
  const hasAuthority = view.getUint8(21) === 1;
  if (!isActive || !hasAuthority || addressOf(data.subarray(22, 54)) !== authority)
    return undefined;
  const count = Math.floor((data.length - HEADER_BYTES) / ADDRESS_BYTES);
  const addresses = Array.from({ length: count }, (_, at) => {
    const start = HEADER_BYTES + at * ADDRESS_BYTES;
    return addressOf(data.subarray(start, start + ADDRESS_BYTES));
  });
  return { address, addresses };
}

const CREATE = 0;
const EXTEND = 2;
const SIGNS_AND_PAYS = { isSigner: true, isWritable: true };

/** Makes an empty table; its address follows from the authority and the slot. `owner` signs, and pays. */
export async function createLookupTable(
  owner: Address,
  /** A slot with a block, at most some minutes old. */
  recentSlot: number,
): Promise<{ readonly address: Address; readonly instruction: Instruction }> {
  const slot = new Uint8Array(8);
  new DataView(slot.buffer).setBigUint64(0, BigInt(recentSlot), true);
  const [address, bump] = await getProgramDerivedAddress({
    programAddress: LOOKUP_TABLE_PROGRAM,
    seeds: [bytesOfAddress(owner), slot],
  });
  const data = Uint8Array.from([CREATE, 0, 0, 0, ...slot, bump]);
  return { address, instruction: tableInstruction(address, owner, data) };
}

/** Adds addresses at a table's end: they can be used from the next slot on. `owner` signs, and pays. */
export function extendLookupTable(
  owner: Address,
  table: Address,
  addresses: readonly Address[],
): Instruction {
  const data = new Uint8Array(12 + addresses.length * ADDRESS_BYTES);
  const view = new DataView(data.buffer);
  view.setUint32(0, EXTEND, true);
  view.setBigUint64(4, BigInt(addresses.length), true);
  for (const [at, one] of addresses.entries())
    data.set(bytesOfAddress(one), 12 + at * ADDRESS_BYTES);
  return tableInstruction(table, owner, data);
}

/** Both instructions name the table, its authority, who pays, and the system program. */
const tableInstruction = (table: Address, owner: Address, data: Uint8Array): Instruction =>
  instructionOf(
    LOOKUP_TABLE_PROGRAM,
    [
      { address: table, isSigner: false, isWritable: true },
      { address: owner, ...SIGNS_AND_PAYS },
      { address: owner, ...SIGNS_AND_PAYS },
      { address: SYSTEM_PROGRAM, isSigner: false, isWritable: false },
    ],
    data,
  );
