import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex } from '@bellwether/codec';
import { encodeVaaBody, quorumOf } from '@bellwether/wormhole';
import type { PostedMessage, VaaBody } from '@bellwether/wormhole';
import type { GuardianFaults } from './guardian-faults';
import { signVaa } from './sign-vaa';

export interface MessageName {
  readonly emitterChain: number;
  readonly emitterAddress: Uint8Array;
  readonly sequence: bigint;
}

/**
 * The messages that guardians have seen as final, and their VAAs: one per message account, so never more than the chain
 * itself holds.
 */
export class FakeGuardianApi {
  faults: GuardianFaults = {};
  private readonly messages = new Map<string, VaaBody>();
  private readonly vaas = new Map<string, Uint8Array>();

  constructor(
    private readonly privateKeys: readonly Uint8Array[],
    private readonly setIndex: number,
  ) {}

  /** Adds a final message account. A repeat changes nothing. */
  add(message: PostedMessage): void {
    const name = nameOf(message);
    if (this.messages.has(name)) return;
    const { submissionTime, nonce, emitterChain, emitterAddress } = message;
    const { sequence, consistencyLevel, payload } = message;
    const source = { nonce, emitterChain, emitterAddress, sequence, consistencyLevel, payload };
    this.messages.set(name, { timestamp: submissionTime, ...source });
  }

  /** `undefined` while there is none. A message always has the same VAA, also after a restart. */
  vaaOf(message: MessageName): Uint8Array | undefined {
    const name = nameOf(message);
    const known = this.messages.get(name);
    if (known === undefined || this.faults.isHolding === true) return undefined;
    if (this.isDishonest()) return this.signed(known);
    const vaa = this.vaas.get(name) ?? this.signed(known);
    this.vaas.set(name, vaa);
    return vaa;
  }

  private isDishonest(): boolean {
    const { signatureCount, forgedGuardians, guardianSetIndex } = this.faults;
    return [signatureCount, forgedGuardians, guardianSetIndex].some((fault) => fault !== undefined);
  }

  private signed(body: VaaBody): Uint8Array {
    const { signatureCount, forgedGuardians = [] } = this.faults;
    const guardianSetIndex = this.faults.guardianSetIndex ?? this.setIndex;
    const count = signatureCount ?? quorumOf(this.privateKeys.length);
    const signers = this.guardiansInTurn(body)
      .slice(0, count)
      .map(({ guardianIndex, privateKey }) => ({
        guardianIndex,
        privateKey: forgedGuardians.includes(guardianIndex) ? keccak_256(privateKey) : privateKey,
      }));
    return signVaa(body, guardianSetIndex, signers);
  }

  /** Which guardians sign first differs between messages, but is always the same for one message. */
  private guardiansInTurn(body: VaaBody) {
    const encoded = encodeVaaBody(body);
    return this.privateKeys
      .map((privateKey, guardianIndex) => ({
        guardianIndex,
        privateKey,
        turn: toHex(keccak_256(Uint8Array.of(...encoded, guardianIndex))),
      }))
      .sort((one, other) => (one.turn < other.turn ? -1 : 1));
  }
}

const nameOf = ({ emitterChain, emitterAddress, sequence }: MessageName): string =>
  `${emitterChain}/${toHex(emitterAddress)}/${sequence}`;
