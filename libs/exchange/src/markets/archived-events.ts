import { sha256 } from '@noble/hashes/sha2.js';
import type { Archiving } from '../command';
import { MAX_ARCHIVED_EVENTS } from '../limits';
import { KeyTable } from '../tables/key-table';

const FINGERPRINT_BYTES = 16;
const utf8 = new TextEncoder();

/**
 * The archiving rule, and the ids of archived events. An id is never reused, because the ids of its markets follow
 * from it and stay known to signatures, history and clients. An id is stored as 16 bytes of its hash: on a collision,
 * which is infeasible to find, the second id would be refused.
 */
export class ArchivedEvents {
  /** Null: nothing is archived. */
  terms: Archiving | null = null;
  private readonly fingerprints = new KeyTable(FINGERPRINT_BYTES);

  constructor(private readonly maxEvents = MAX_ARCHIVED_EVENTS) {}

  get count(): number {
    return this.fingerprints.count;
  }

  /** No more ids can be stored, so nothing more is archived. */
  get full(): boolean {
    return this.count >= this.maxEvents;
  }

  has(eventId: string): boolean {
    return this.count > 0 && this.fingerprints.find(fingerprintOf(eventId)) !== 0;
  }

  add(eventId: string): void {
    this.fingerprints.add(fingerprintOf(eventId));
  }

  image(): Uint8Array {
    return this.fingerprints.image();
  }

  load(image: Uint8Array): void {
    this.fingerprints.load(image);
  }
}

const fingerprintOf = (eventId: string): Uint8Array =>
  sha256(utf8.encode(eventId)).slice(0, FINGERPRINT_BYTES);
