/** Deploys an attacker's own program on a chain, as anyone may: by the loader's instructions, in pieces. */
import { newSigner } from '@bellwether/chain';
import type { Address, Instruction, Signer } from '@bellwether/chain';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  AccountRole,
  address,
  createNoopSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
} from '@solana/kit';
import type { OnChain } from './on-chain';

const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
const RENT = address('SysvarRent111111111111111111111111111111111');
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const SYSTEM = address('11111111111111111111111111111111');

/** The length of the header before the code in a loader account, and of a whole account that only refers to one. */
const BUFFER_HEAD_BYTES = 37;
const PROGRAM_BYTES = 36;
/** Fits into a transaction together with keys and signatures. */
const PIECE_BYTES = 900;
const RENT_LAMPORTS_PER_BYTE = 6_960;
const ACCOUNT_OVERHEAD_BYTES = 128;

const INITIALIZE_BUFFER = 0;
const WRITE = 1;
const DEPLOY = 2;

/** @returns its address; it can be called when this resolves */
export async function deployProgram(attacker: OnChain, elf: Uint8Array): Promise<Address> {
  const [buffer, program] = await Promise.all([newSigner(), newSigner()]);
  const owner = attacker.key.address;
  await attacker.send(
    [
      accountOf(owner, buffer.address, BUFFER_HEAD_BYTES + elf.length),
      loader(u32(INITIALIZE_BUFFER), [writable(buffer.address), readonly(owner)]),
    ],
    [buffer],
  );
  for (let offset = 0; offset < elf.length; offset += PIECE_BYTES) {
    const piece = elf.subarray(offset, offset + PIECE_BYTES);
    const data = Buffer.concat([u32(WRITE), u32(offset), u64(piece.length), piece]);
    await attacker.send([loader(data, [writable(buffer.address), signing(owner)])]);
  }
  const { error } = await attacker.land(await deployment(owner, { buffer, program }, elf.length), [
    program,
  ]);
  if (error !== null) throw new Error(`it was not deployed: ${JSON.stringify(error)}`);
  return program.address;
}

async function deployment(
  owner: Address,
  { buffer, program }: Readonly<Record<'buffer' | 'program', Signer>>,
  codeBytes: number,
): Promise<Instruction[]> {
  const [code] = await getProgramDerivedAddress({
    programAddress: LOADER,
    seeds: [getAddressEncoder().encode(program.address)],
  });
  const accounts = [
    { address: owner, role: AccountRole.WRITABLE_SIGNER },
    ...[code, program.address, buffer.address].map(writable),
    ...[RENT, CLOCK, SYSTEM].map(readonly),
    signing(owner),
  ];
  return [
    accountOf(owner, program.address, PROGRAM_BYTES),
    loader(Buffer.concat([u32(DEPLOY), u64(codeBytes)]), accounts),
  ];
}

const accountOf = (payer: Address, newAccount: Address, space: number): Instruction =>
  getCreateAccountInstruction({
    payer: createNoopSigner(payer),
    newAccount: createNoopSigner(newAccount),
    lamports: BigInt((ACCOUNT_OVERHEAD_BYTES + space) * RENT_LAMPORTS_PER_BYTE),
    space,
    programAddress: LOADER,
  });

const loader = (data: Uint8Array, accounts: Instruction['accounts'] & {}): Instruction => ({
  programAddress: LOADER,
  accounts,
  data,
});
const writable = (at: Address) => ({ address: at, role: AccountRole.WRITABLE });
const readonly = (at: Address) => ({ address: at, role: AccountRole.READONLY });
const signing = (at: Address) => ({ address: at, role: AccountRole.READONLY_SIGNER });

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
