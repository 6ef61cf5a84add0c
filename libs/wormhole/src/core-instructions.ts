/**
 * The instructions of Wormhole's core bridge on Solana and Fogo that token transfers need, and the seeds of its
 * accounts. Source: wormhole-foundation/wormhole, solana/bridge/program/src/api; order and roles are those of the IDL
 * in @wormhole-foundation/sdk-solana-core 6.1.5.
 */
import { bytes, oneOf, struct, u16, u32, u8, u64 } from '@bellwether/codec';
import { MAX_GUARDIANS } from './guardian-set';
import { READ, SIGN, SIGN_AND_WRITE, WRITE, programInstruction } from './instruction';
import { asciiBytes, u32BigEndianBytes } from './seed-bytes';
import { byteVector } from './solana-values';

/** When guardians may sign, in wire order. The byte in the message is 1 for confirmed and 32 for finalized. */
export const CONSISTENCY_LEVELS = ['confirmed', 'finalized'] as const;

/** Posts a message of `emitter`. The fee must have arrived at `feeCollector` in the same transaction. */
export const postMessage = programInstruction(
  1,
  struct({ nonce: u32, payload: byteVector, consistencyLevel: oneOf(CONSISTENCY_LEVELS) }),
  {
    bridge: WRITE,
    /** A new key. */
    message: SIGN_AND_WRITE,
    emitter: SIGN,
    sequence: WRITE,
    payer: SIGN_AND_WRITE,
    feeCollector: WRITE,
    clock: READ,
    rent: READ,
    systemProgram: READ,
  },
);

/** Posts a VAA, once enough of its signatures are in `signatureSet`. The fields are those of the VAA. */
export const postVaa = programInstruction(
  2,
  struct({
    version: u8,
    guardianSetIndex: u32,
    timestamp: u32,
    nonce: u32,
    emitterChain: u16,
    emitterAddress: bytes(32),
    sequence: u64,
    consistencyLevel: u8,
    payload: byteVector,
  }),
  {
    guardianSet: READ,
    bridge: READ,
    signatureSet: READ,
    vaa: WRITE,
    payer: SIGN_AND_WRITE,
    clock: READ,
    rent: READ,
    systemProgram: READ,
  },
);

/**
 * Records which guardians' signatures the secp256k1 precompile verified in the preceding instruction.
 * `signatureIndexes` has one byte per guardian: the index of its signature in that instruction, or `NO_SIGNATURE`. The
 * first call creates `signatureSet` (a new key), later ones add to it; each is signed by that key.
 */
export const verifySignatures = programInstruction(
  7,
  struct({ signatureIndexes: bytes(MAX_GUARDIANS) }),
  {
    payer: SIGN_AND_WRITE,
    guardianSet: READ,
    signatureSet: SIGN_AND_WRITE,
    instructionsSysvar: READ,
    rent: READ,
    systemProgram: READ,
  },
);

/** -1 as an i8. */
export const NO_SIGNATURE = 0xff;

/** Seeds of the core bridge's accounts. The address depends on them and on its own program. */
export const coreSeeds = {
  bridge: () => [asciiBytes('Bridge')],
  feeCollector: () => [asciiBytes('fee_collector')],
  guardianSet: (index: number) => [asciiBytes('GuardianSet'), u32BigEndianBytes(index)],
  sequence: (emitter: Uint8Array) => [asciiBytes('Sequence'), emitter],
  /** @param bodyHash the single keccak of the VAA's body, not the digest that guardians sign */
  postedVaa: (bodyHash: Uint8Array) => [asciiBytes('PostedVAA'), bodyHash],
} as const;
