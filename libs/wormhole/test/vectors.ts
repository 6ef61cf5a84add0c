/** The golden vectors: made with Wormhole's own SDK by dev/chain-clients/wormhole/make-vectors.mjs. Bytes are hex. */
import { readFileSync } from 'node:fs';
import type { GuardianSet, TokenTransfer, Vaa } from '../src';

export interface TransferVector {
  readonly kind: 'transfer' | 'transfer_with_payload';
  readonly amount: string;
  readonly token_address: string;
  readonly token_chain: number;
  readonly to: string;
  readonly to_chain: number;
  readonly fee: string | null;
  readonly from_address: string | null;
  readonly data: string | null;
}

export interface VaaVector {
  readonly name: string;
  readonly vaa: string;
  readonly guardian_set_index: number;
  /** `rsv`: r, s and v, one after another. */
  readonly signatures: readonly { readonly guardian_index: number; readonly rsv: string }[];
  readonly timestamp: number;
  readonly nonce: number;
  readonly emitter_chain: number;
  readonly emitter_address: string;
  readonly sequence: string;
  readonly consistency_level: number;
  readonly body_hash: string;
  readonly signing_digest: string;
  /** `null` where the payload is something else. */
  readonly transfer: TransferVector | null;
}

export interface InstructionVector {
  readonly chain: 'Solana' | 'Fogo';
  readonly instruction: string;
  readonly program: string;
  readonly data: string;
  readonly accounts: readonly (readonly [
    address: string,
    isSigner: boolean,
    isWritable: boolean,
  ])[];
}

interface VaaFile {
  readonly guardian_set: {
    readonly index: number;
    readonly secret_keys: readonly string[];
    readonly guardians: readonly string[];
  };
  readonly vaas: readonly VaaVector[];
}

export interface ChainVector {
  readonly chain: 'Solana' | 'Fogo';
  readonly chain_id: number;
  readonly network: 'Mainnet' | 'Testnet';
  readonly core: string;
  readonly token_bridge: string;
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')) as T;

export const hexBytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

const vaaFile = read<VaaFile>('vaas');
export const VAA_VECTORS = vaaFile.vaas;
export const GUARDIAN_SECRETS = vaaFile.guardian_set.secret_keys.map(hexBytes);
export const GUARDIAN_SET: GuardianSet = {
  index: vaaFile.guardian_set.index,
  guardians: vaaFile.guardian_set.guardians.map(hexBytes),
};

export const INSTRUCTION_FILE = read<{
  readonly given: Readonly<
    Record<'payer' | 'message' | 'from' | 'owner' | 'mint' | 'signatureSet', string>
  >;
  readonly target_address: string;
  readonly instructions: readonly InstructionVector[];
}>('instructions');

export const CHAIN_VECTORS = read<readonly ChainVector[]>('chains');

const PAYLOAD_OFFSET = 51;
const bodyStart = ({ signatures }: VaaVector): number => 6 + 66 * signatures.length;

/** The bytes that guardians sign, cut out of the vector. */
export const bodyBytesOf = (vector: VaaVector): Uint8Array =>
  hexBytes(vector.vaa).slice(bodyStart(vector));
export const payloadOf = (vector: VaaVector): Uint8Array =>
  bodyBytesOf(vector).slice(PAYLOAD_OFFSET);

export const vaaOf = (vector: VaaVector): Vaa => ({
  guardianSetIndex: vector.guardian_set_index,
  signatures: vector.signatures.map(({ guardian_index: guardianIndex, rsv }) => ({
    guardianIndex,
    r: hexBytes(rsv.slice(0, 64)),
    s: hexBytes(rsv.slice(64, 128)),
    v: Number.parseInt(rsv.slice(128), 16),
  })),
  timestamp: vector.timestamp,
  nonce: vector.nonce,
  emitterChain: vector.emitter_chain,
  emitterAddress: hexBytes(vector.emitter_address),
  sequence: BigInt(vector.sequence),
  consistencyLevel: vector.consistency_level,
  payload: payloadOf(vector),
});

export function transferOf(vector: TransferVector): TokenTransfer {
  const fields = {
    amount: BigInt(vector.amount),
    tokenAddress: hexBytes(vector.token_address),
    tokenChain: vector.token_chain,
    to: hexBytes(vector.to),
    toChain: vector.to_chain,
  };
  if (vector.kind === 'transfer') {
    return { kind: vector.kind, ...fields, fee: BigInt(vector.fee ?? 0) };
  }
  const fromAddress = hexBytes(vector.from_address ?? '');
  return { kind: vector.kind, ...fields, fromAddress, data: hexBytes(vector.data ?? '') };
}
