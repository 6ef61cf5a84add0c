/**
 * A VAA: a message of a chain's core bridge with the signatures of guardians. Big-endian, one byte string per value:
 * `encodeVaa(decodeVaa(bytes))` equals `bytes`, or `decodeVaa` throws `DecodeError`. Source: wormhole whitepaper
 * 0001_generic_message_passing; @wormhole-foundation/sdk-definitions/src/vaa/vaa.ts.
 */
import { bytes, decode, encode, struct, tagged, u8 } from '@bellwether/codec';
import type { Layout, ValueOf } from '@bellwether/codec';
import { u16BigEndian, u32BigEndian, u64BigEndian } from './big-endian';

const VAA_VERSION = 1;

/** `v`, the recovery id, is 0 or 1 in the guardians' own code; verification checks it, not the layout. */
const signatureLayout = struct({ guardianIndex: u8, r: bytes(32), s: bytes(32), v: u8 });

export type GuardianSignature = ValueOf<typeof signatureLayout>;

/** A u8 count, then the signatures. */
const signaturesLayout: Layout<GuardianSignature[]> = {
  write(w, signatures) {
    w.u8(signatures.length);
    for (const signature of signatures) signatureLayout.write(w, signature);
  },
  read: (r) => Array.from({ length: r.u8() }, () => signatureLayout.read(r)),
};

/** All remaining bytes: the payload has no length field. */
const rest: Layout<Uint8Array> = {
  write: (w, value) => w.raw(value),
  read: (r) => r.copy(r.remaining),
};

const bodyFields = {
  /** Unix seconds of the message's block. */
  timestamp: u32BigEndian,
  nonce: u32BigEndian,
  emitterChain: u16BigEndian,
  emitterAddress: bytes(32),
  /** Per emitter: 0, 1, 2, … */
  sequence: u64BigEndian,
  consistencyLevel: u8,
  payload: rest,
} as const;

const bodyLayout = struct(bodyFields);
const vaaLayout = tagged(
  VAA_VERSION,
  struct({ guardianSetIndex: u32BigEndian, signatures: signaturesLayout, ...bodyFields }),
);

/** The part that guardians sign. */
export type VaaBody = ValueOf<typeof bodyLayout>;
export type Vaa = ValueOf<typeof vaaLayout>;

export const encodeVaa = (vaa: Vaa): Uint8Array => encode(vaaLayout, vaa);
export const encodeVaaBody = (body: VaaBody): Uint8Array => encode(bodyLayout, body);

/** Strict about form only: `verifyVaa` checks the guardians' signatures. @throws DecodeError */
export const decodeVaa = (vaaBytes: Uint8Array): Vaa => decode(vaaLayout, vaaBytes);
