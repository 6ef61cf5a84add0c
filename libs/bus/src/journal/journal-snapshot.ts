/**
 * A snapshot of a shard: the exchange's state and the place in the journal it is as of. Whoever loads it goes on at the
 * record after `position` as if it had replayed all before it.
 *
 *   head length u32 | head | state        little-endian
 */
import { bytes, decode, encode, oneOf, struct, u16, u32, u53 } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { NETWORKS } from '@bellwether/exchange';
import { exactByte } from '../exact-byte';
import type { EventOffset } from '../events/event-offset';
import { hashOf, sameBytes } from './journal-record';
import type { JournalIdentity, JournalPosition } from './journal-record';

export const JOURNAL_SNAPSHOT_VERSION = 1;
const HASH_BYTES = 32;
const WRITER_BYTES = 16;

const headLayout = struct({
  version: exactByte(JOURNAL_SNAPSHOT_VERSION, 'version'),
  network: oneOf(NETWORKS),
  shard: u16,
  position: struct({
    number: u53,
    hash: bytes(HASH_BYTES),
    epoch: u53,
    writer: bytes(WRITER_BYTES),
    lastSeq: u53,
    timestampMs: u53,
  }),
  lastEvent: struct({ seq: u53, index: u32 }),
  stateHash: bytes(HASH_BYTES),
});

export interface JournalSnapshot {
  readonly position: JournalPosition;
  /** Place of the last event that was made up to here: what is published must reach at least as far. */
  readonly lastEvent: EventOffset;
  /** SHA-256 of `state`. */
  readonly stateHash: Uint8Array;
  /** The exchange, as its `snapshot()` gives it. */
  readonly state: Uint8Array;
}

export function encodeSnapshot(identity: JournalIdentity, snapshot: JournalSnapshot): Uint8Array {
  const { state, ...rest } = snapshot;
  const head = encode(headLayout, { version: JOURNAL_SNAPSHOT_VERSION, ...identity, ...rest });
  const encoded = new Uint8Array(4 + head.length + state.length);
  new DataView(encoded.buffer).setUint32(0, head.length, true);
  encoded.set(head, 4);
  encoded.set(state, 4 + head.length);
  return encoded;
}

/** @throws DecodeError, RangeError, InvariantViolation where it is no intact snapshot of this journal */
export function decodeSnapshot(identity: JournalIdentity, encoded: Uint8Array): JournalSnapshot {
  const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  const headEnd = 4 + view.getUint32(0, true);
  const head = decode(headLayout, encoded.subarray(4, headEnd));
  assert(head.network === identity.network, () => `a snapshot of network ${head.network}`);
  assert(head.shard === identity.shard, () => `a snapshot of shard ${head.shard}`);
  const state = encoded.subarray(headEnd);
  assert(sameBytes(hashOf(state), head.stateHash), 'the state of a snapshot is not what it was');
  const { position, lastEvent, stateHash } = head;
  return { position, lastEvent, stateHash, state };
}
