/** The guardians' attestation of a transfer: requested for as long as it takes, and accepted only by its signatures. */
import {
  addressOf,
  bridgeEmitter,
  bytesOfAddress,
  fetchSignedVaa,
  readBridge,
  readGuardianSet,
} from '@bellwether/chain';
import { DecodeError } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { sourceChainOf, targetChainOf } from '@bellwether/funding';
import type { Transfer } from '@bellwether/funding';
import { decodeVaa, parseTokenTransfer, verifyVaa } from '@bellwether/wormhole';
import type { GuardianSet, Vaa } from '@bellwether/wormhole';
import type { RelayerParts } from '../parts';
import { messageOf } from './message-of';

type Parts = Pick<
  RelayerParts,
  'alarms' | 'chains' | 'guardiansUrl' | 'now' | 'sides' | 'splitProgram' | 'usdc'
>;

export interface Attestation {
  readonly vaa: Vaa;
  readonly vaaBytes: Uint8Array;
  /** The guardian set that signed, as the target chain has it. */
  readonly guardianSet: GuardianSet;
}

/**
 * Asks once. `undefined` if the guardians have not signed yet, or if the answer is no attestation of this transfer,
 * which raises an alarm and is discarded.
 * @throws CodedError BRIDGE_UNAVAILABLE, CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function askAttestation(
  transfer: Transfer,
  parts: Parts,
): Promise<Attestation | undefined> {
  const source = parts.sides[sourceChainOf(transfer.direction)];
  const vaaBytes = await fetchSignedVaa(parts.guardiansUrl, {
    emitterChain: source.chainId,
    emitterAddress: bytesOfAddress(await bridgeEmitter(source)),
    sequence: BigInt(transfer.sequence!),
  });
  if (vaaBytes === undefined) return undefined;
  const checked = await checkAttestation(transfer, vaaBytes, parts);
  if (typeof checked === 'object') return checked;
  const { transferId, sequence } = transfer;
  parts.alarms.raise('vaa_refused', { transferId, sequence, why: checked });
  return undefined;
}

/** @returns a word for what is wrong with it */
export async function checkAttestation(
  transfer: Transfer,
  vaaBytes: Uint8Array,
  parts: Parts,
): Promise<Attestation | string> {
  const { chains, now, sides } = parts;
  const index = guardianSetIndexOf(vaaBytes);
  if (index === undefined) return 'MALFORMED';
  const target = targetChainOf(transfer.direction);
  // Guardian sets after the current one do not exist, so their accounts are not requested.
  const { guardianSetIndex } = await readBridge(chains[target], sides[target]);
  if (index > guardianSetIndex) return 'WRONG_GUARDIAN_SET';
  const set = await readGuardianSet(chains[target], sides[target], index);
  if (set.expiresAtSeconds !== null && set.expiresAtSeconds * 1_000 <= now()) {
    return 'EXPIRED_GUARDIAN_SET';
  }
  const verified = verifyVaa(vaaBytes, set);
  if (verified.refused !== undefined) return verified.refused;
  const { vaa } = verified;
  if (!(await isOf(transfer, vaa, parts))) return 'ANOTHER_MESSAGE';
  return { vaa, vaaBytes, guardianSet: set };
}

/** Of a VAA that was verified before. */
export function storedVaaOf({ transferId, vaa }: Transfer): Vaa {
  if (vaa === null) throw new Fault('poison', `${transferId} is attested without a VAA`);
  return decodeVaa(vaa);
}

function guardianSetIndexOf(vaaBytes: Uint8Array): number | undefined {
  try {
    return decodeVaa(vaaBytes).guardianSetIndex;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** A valid attestation of another message is none of this transfer. */
async function isOf(
  transfer: Transfer,
  vaa: Vaa,
  parts: Pick<Parts, 'sides' | 'splitProgram' | 'usdc'>,
): Promise<boolean> {
  const { sides } = parts;
  const asked = await messageOf(transfer, parts);
  const source = sides[sourceChainOf(transfer.direction)];
  const target = sides[targetChainOf(transfer.direction)];
  const paid = parseTokenTransfer(vaa.payload);
  return (
    vaa.emitterChain === source.chainId &&
    addressOf(vaa.emitterAddress) === (await bridgeEmitter(source)) &&
    vaa.sequence === BigInt(transfer.sequence!) &&
    paid?.kind === 'transfer' &&
    paid.amount === asked.amount &&
    paid.toChain === target.chainId &&
    addressOf(paid.to) === asked.to
  );
}
