/**
 * A snapshot of a shard: the exchange's state and its journal position. A process that loads it continues at the record
 * after `position` as if it had replayed all before it.
 *
 *   head length u32 | head | state        little-endian
 */
import { bytes, decode, encode, oneOf, sameBytes, struct, u16, u32, u53 } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { NETWORKS } from '@bellwether/exchange';
import { exactByte } from '../exact-byte';
import type { EventOffset } from '../events/event-offset';
import { hashOf } from './journal-record';
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
  /** Offset of the last event made up to here: the published events must reach at least as far. */
  readonly lastEvent: EventOffset;
  /** SHA-256 of `state`. */
  readonly stateHash: Uint8Array;
  /** The exchange, from its `snapshot()`. */
  readonly state: Uint8Array;
}

/** In parts, one after the other: the last one is `state` itself, as a copy would take long. */
export function encodeSnapshot(
  identity: JournalIdentity,
  snapshot: JournalSnapshot,
): readonly Uint8Array[] {
  const { state, ...rest } = snapshot;
  const head = encode(headLayout, { version: JOURNAL_SNAPSHOT_VERSION, ...identity, ...rest });
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length, true);
  return [length, head, state];
}

/** @throws DecodeError, RangeError, InvariantViolation if it is no intact snapshot of this journal */
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
