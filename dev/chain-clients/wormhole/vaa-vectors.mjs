/** VAAs as the SDK makes and reads them, signed by 19 guardians of its making. */
import { createECDH } from 'node:crypto';
import {
  Signature,
  SignatureUtils,
  UniversalAddress,
  createVAA,
  deserialize,
  keccak256,
  serialize,
} from '@wormhole-foundation/sdk-connect';
import { hex, risingBytes, unhex } from './hex.mjs';

export const GUARDIAN_SET_INDEX = 3;
const guardianKeys = Array.from({ length: 19 }, (_, i) => hex(risingBytes(32, 7 * i + 1)));
const address = (seed) => new UniversalAddress(risingBytes(32, seed));

const CASES = [
  {
    name: 'USDC from Solana to Fogo, 13 of 19',
    payload: 'TokenBridge:Transfer',
    signers: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    emitterChain: 'Solana',
    amount: 250_000_000n,
    fee: 0n,
  },
  {
    name: 'back from Fogo, other guardians, a fee',
    payload: 'TokenBridge:Transfer',
    signers: [1, 2, 4, 5, 7, 8, 9, 11, 13, 14, 15, 17, 18],
    emitterChain: 'Fogo',
    amount: 2n ** 64n - 1n,
    fee: 12_345n,
    sequence: 2n ** 64n - 1n,
    timestamp: 2 ** 32 - 1,
    nonce: 2 ** 32 - 1,
  },
  {
    name: 'all guardians, an amount of 256 bits',
    payload: 'TokenBridge:Transfer',
    signers: guardianKeys.map((_, index) => index),
    emitterChain: 'Ethereum',
    amount: 2n ** 256n - 1n,
    fee: 2n ** 256n - 1n,
    sequence: 0n,
    nonce: 0,
  },
  {
    name: 'with a payload',
    payload: 'TokenBridge:TransferWithPayload',
    signers: [0, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 16, 18],
    emitterChain: 'Solana',
    amount: 1n,
    data: '00ff10',
  },
  {
    name: 'with an empty payload',
    payload: 'TokenBridge:TransferWithPayload',
    signers: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    emitterChain: 'Solana',
    amount: 1n,
    data: '',
  },
  {
    name: 'of no transfer at all',
    payload: 'Uint8Array',
    signers: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    emitterChain: 'Solana',
    data: '0102030405',
  },
  {
    name: 'nobody signed it',
    payload: 'Uint8Array',
    signers: [],
    emitterChain: 'Solana',
    data: '',
  },
];

function payloadOf({ payload, amount, fee, data }) {
  if (payload === 'Uint8Array') return unhex(data);
  const token = { amount, address: address(40), chain: 'Solana' };
  const to = { address: address(80), chain: 'Fogo' };
  if (payload === 'TokenBridge:Transfer') return { token, to, fee };
  return { token, to, from: address(120), payload: unhex(data) };
}

function sign(vaa, signers) {
  for (const guardianIndex of signers) {
    const made = SignatureUtils.sign(unhex(guardianKeys[guardianIndex]), keccak256(vaa.hash));
    const signature = new Signature(made.r, made.s, made.recovery);
    vaa.signatures.push({ guardianIndex, signature });
  }
}

export const vaas = CASES.map((one) => {
  const vaa = createVAA(one.payload, {
    guardianSet: GUARDIAN_SET_INDEX,
    signatures: [],
    timestamp: one.timestamp ?? 1_760_000_000,
    nonce: one.nonce ?? 42,
    emitterChain: one.emitterChain,
    emitterAddress: address(1),
    sequence: one.sequence ?? 7n,
    consistencyLevel: one.emitterChain === 'Ethereum' ? 1 : 32,
    payload: payloadOf(one),
  });
  sign(vaa, one.signers);
  const encoded = serialize(vaa);
  const read = deserialize(one.payload, encoded); // what the SDK reads, not what we asked it to write
  const chainIds = { Solana: 1, Ethereum: 2, Fogo: 51 };
  const transfer =
    one.payload === 'Uint8Array'
      ? null
      : {
          kind: one.payload === 'TokenBridge:Transfer' ? 'transfer' : 'transfer_with_payload',
          amount: read.payload.token.amount.toString(),
          token_address: hex(read.payload.token.address.toUint8Array()),
          token_chain: chainIds[read.payload.token.chain],
          to: hex(read.payload.to.address.toUint8Array()),
          to_chain: chainIds[read.payload.to.chain],
          fee: read.payload.fee?.toString() ?? null,
          from_address: read.payload.from ? hex(read.payload.from.toUint8Array()) : null,
          data: read.payload.payload ? hex(read.payload.payload) : null,
        };
  return {
    name: one.name,
    vaa: hex(encoded),
    guardian_set_index: read.guardianSet,
    signatures: read.signatures.map(({ guardianIndex, signature }) => ({
      guardian_index: guardianIndex,
      rsv: hex(signature.encode()),
    })),
    timestamp: read.timestamp,
    nonce: read.nonce,
    emitter_chain: chainIds[read.emitterChain],
    emitter_address: hex(read.emitterAddress.toUint8Array()),
    sequence: read.sequence.toString(),
    consistency_level: read.consistencyLevel,
    body_hash: hex(read.hash),
    signing_digest: hex(keccak256(read.hash)),
    transfer,
  };
});

const guardianAddress = (key) => {
  const pair = createECDH('secp256k1'); // the SDK gives compressed keys only
  pair.setPrivateKey(key, 'hex');
  return hex(keccak256(new Uint8Array(pair.getPublicKey().subarray(1))).subarray(12));
};

export const guardianSet = {
  index: GUARDIAN_SET_INDEX,
  secret_keys: guardianKeys,
  guardians: guardianKeys.map(guardianAddress),
};
