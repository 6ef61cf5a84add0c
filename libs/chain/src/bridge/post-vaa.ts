import { assert } from '@bellwether/errors';
import {
  bodyHashOf,
  coreSeeds,
  encodeInstructionData,
  instructionAccounts,
  MAX_GUARDIANS,
  NO_SIGNATURE,
  postVaa,
  quorumOf,
  SECP256K1_PROGRAM,
  secp256k1InstructionData,
  verifySignatures,
} from '@bellwether/wormhole';
import type { GuardianSet, GuardianSignature, Vaa } from '@bellwether/wormhole';
import { address } from '@solana/kit';
import type { Instruction } from '@solana/kit';
import type { Address } from '../address';
import { SYSTEM_PROGRAM } from '../programs';
import { derivedAddress } from '../tokens/token-address';
import { instructionOf } from '../transactions/instruction';
import type { BridgeSide } from './bridge-side';
import { postedVaaAddress } from './complete-transfer';
import { CLOCK_SYSVAR, INSTRUCTIONS_SYSVAR, RENT_SYSVAR } from './sysvars';

/** Signatures that one transaction has room for: 7 of them with their guardians are 700 bytes of 1,232. */
const SIGNATURES_PER_TRANSACTION = 7;

export interface PostingStep {
  readonly kind: 'verify' | 'post';
  /** To be one transaction, alone: the precompile's instruction names the place it stands at, the first. */
  readonly instructions: readonly Instruction[];
  /** Whether the signature set has to sign besides the payer. */
  readonly isSignedBySignatureSet: boolean;
}

export interface Posting {
  /** Signs, and pays for the accounts. */
  readonly payer: Address;
  readonly vaa: Vaa;
  /** The set that the VAA names, as the chain has it. */
  readonly guardianSet: GuardianSet;
  /** Where verified signatures are noted: `signatureSetSigner` derives it. */
  readonly signatureSet: Address;
}

/**
 * The transactions, one a step, that put a VAA on record. The `verify` steps may be sent in any order, and again; `post`
 * only once all of them are final: it counts the signatures. A quorum is posted, more would cost more and prove nothing.
 */
export async function postingSteps(side: BridgeSide, posting: Posting): Promise<PostingStep[]> {
  const { vaa, guardianSet } = posting;
  assert(vaa.guardianSetIndex === guardianSet.index, 'the guardian set that the VAA names');
  const signatures = vaa.signatures.slice(0, quorumOf(guardianSet.guardians.length));
  const steps: PostingStep[] = [];
  for (let at = 0; at < signatures.length; at += SIGNATURES_PER_TRANSACTION) {
    const group = signatures.slice(at, at + SIGNATURES_PER_TRANSACTION);
    steps.push({
      kind: 'verify',
      instructions: await verification(side, posting, group),
      isSignedBySignatureSet: true,
    });
  }
  const post = await postInstruction(side, posting);
  return [...steps, { kind: 'post', instructions: [post], isSignedBySignatureSet: false }];
}

async function verification(
  side: BridgeSide,
  { payer, vaa, guardianSet, signatureSet }: Posting,
  signatures: readonly GuardianSignature[],
): Promise<Instruction[]> {
  const addresses = signatures.map(({ guardianIndex }) => {
    const guardian = guardianSet.guardians[guardianIndex];
    assert(guardian !== undefined, () => `no guardian ${guardianIndex} in the set`);
    return guardian;
  });
  const precompiled = secp256k1InstructionData({
    signatures,
    addresses,
    bodyHash: bodyHashOf(vaa),
    instructionIndex: 0,
  });
  const signatureIndexes = new Uint8Array(MAX_GUARDIANS).fill(NO_SIGNATURE);
  signatures.forEach(({ guardianIndex }, place) => (signatureIndexes[guardianIndex] = place));
  const accounts = {
    payer,
    guardianSet: await guardianSetAddress(side, guardianSet.index),
    signatureSet,
    instructionsSysvar: INSTRUCTIONS_SYSVAR,
    rent: RENT_SYSVAR,
    systemProgram: SYSTEM_PROGRAM,
  };
  return [
    instructionOf(address(SECP256K1_PROGRAM), [], precompiled),
    instructionOf(
      side.core,
      instructionAccounts(verifySignatures, accounts),
      encodeInstructionData(verifySignatures, { signatureIndexes }),
    ),
  ];
}

async function postInstruction(
  side: BridgeSide,
  { payer, vaa, signatureSet }: Posting,
): Promise<Instruction> {
  const accounts = {
    guardianSet: await guardianSetAddress(side, vaa.guardianSetIndex),
    bridge: await derivedAddress(side.core, coreSeeds.bridge()),
    signatureSet,
    vaa: await postedVaaAddress(side, vaa),
    payer,
    clock: CLOCK_SYSVAR,
    rent: RENT_SYSVAR,
    systemProgram: SYSTEM_PROGRAM,
  };
  return instructionOf(
    side.core,
    instructionAccounts(postVaa, accounts),
    encodeInstructionData(postVaa, { version: 1, ...vaa }),
  );
}

export const guardianSetAddress = (side: BridgeSide, index: number): Promise<Address> =>
  derivedAddress(side.core, coreSeeds.guardianSet(index));
