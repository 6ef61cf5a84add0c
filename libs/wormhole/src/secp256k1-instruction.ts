/**
 * Instruction data of Solana's secp256k1 precompile, in the layout that the core bridge's `verify_signatures` reads: a
 * count, one entry of offsets per signature, the signatures with their addresses, then the one message they all sign.
 * Source: Secp256k1SignatureOffsets of the Solana SDK; sdk-solana-core 6.1.5, createSecp256k1Instruction.
 */
import { bytes, encode, struct, u16, u8 } from '@bellwether/codec';
import { GUARDIAN_ADDRESS_BYTES } from './guardian-set';
import type { GuardianSignature } from './vaa';

export const SECP256K1_PROGRAM = 'KeccakSecp256k11111111111111111111111111111';

const BODY_HASH_BYTES = 32;

const entryLayout = struct({
  signatureOffset: u16,
  signatureInstruction: u8,
  addressOffset: u16,
  addressInstruction: u8,
  messageOffset: u16,
  messageLength: u16,
  messageInstruction: u8,
});
const ENTRY_BYTES = 11;

const signedLayout = struct({
  r: bytes(32),
  s: bytes(32),
  v: u8,
  address: bytes(GUARDIAN_ADDRESS_BYTES),
});
const SIGNATURE_BYTES = 65;
const SIGNED_BYTES = SIGNATURE_BYTES + GUARDIAN_ADDRESS_BYTES;

export interface Secp256k1Request {
  readonly signatures: readonly Omit<GuardianSignature, 'guardianIndex'>[];
  /** The guardian's address for each signature, in the same order. */
  readonly addresses: readonly Uint8Array[];
  /** The single keccak: the precompile hashes it once more. */
  readonly bodyHash: Uint8Array;
  /** Index of the precompile's instruction in its transaction. */
  readonly instructionIndex: number;
}

/** The instruction's data bytes, in the layout described above. */
export function secp256k1InstructionData(request: Secp256k1Request): Uint8Array {
  const { signatures, addresses, bodyHash, instructionIndex } = request;
  const count = signatures.length;
  const signedStart = 1 + count * ENTRY_BYTES;
  const messageOffset = signedStart + count * SIGNED_BYTES;
  const data = new Uint8Array(messageOffset + BODY_HASH_BYTES);
  data[0] = count;
  signatures.forEach(({ r, s, v }, at) => {
    const signatureOffset = signedStart + at * SIGNED_BYTES;
    const entry = encode(entryLayout, {
      signatureOffset,
      signatureInstruction: instructionIndex,
      addressOffset: signatureOffset + SIGNATURE_BYTES,
      addressInstruction: instructionIndex,
      messageOffset,
      messageLength: BODY_HASH_BYTES,
      messageInstruction: instructionIndex,
    });
    data.set(entry, 1 + at * ENTRY_BYTES);
    const address = addresses[at];
    if (address === undefined) throw new RangeError(`no address for signature ${at}`);
    data.set(encode(signedLayout, { r, s, v, address }), signatureOffset);
  });
  data.set(bodyHash, messageOffset);
  return data;
}
