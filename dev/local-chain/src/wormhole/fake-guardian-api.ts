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

interface FinalMessage {
  readonly body: VaaBody;
  readonly seenAtMs: number;
}

/**
 * The messages that guardians have seen final, and their VAAs. One an account of the chain, so there are never more than
 * the chain itself holds.
 */
export class FakeGuardianApi {
  faults: GuardianFaults = {};
  private readonly messages = new Map<string, FinalMessage>();
  private readonly vaas = new Map<string, Uint8Array>();

  constructor(
    private readonly privateKeys: readonly Uint8Array[],
    private readonly setIndex: number,
  ) {}

  /** A message account that is final. Seen again, it changes nothing. */
  add(message: PostedMessage): void {
    const name = nameOf(message);
    if (this.messages.has(name)) return;
    const { submissionTime, nonce, emitterChain, emitterAddress } = message;
    const { sequence, consistencyLevel, payload } = message;
    const source = { nonce, emitterChain, emitterAddress, sequence, consistencyLevel, payload };
    const body = { timestamp: submissionTime, ...source };
    this.messages.set(name, { body, seenAtMs: Date.now() });
  }

  /** `undefined` while there is none. The same message has the same VAA, today and after a restart. */
  vaaOf(message: MessageName): Uint8Array | undefined {
    const name = nameOf(message);
    const known = this.messages.get(name);
    const { delayMs = 0, isHolding = false } = this.faults;
    if (known === undefined || isHolding || Date.now() < known.seenAtMs + delayMs) return undefined;
    if (this.isDishonest()) return this.signed(known.body);
    const vaa = this.vaas.get(name) ?? this.signed(known.body);
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

  /** Which guardians are fastest is another matter with each message, but always the same with this one. */
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
