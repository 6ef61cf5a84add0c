import { sha256 } from '@noble/hashes/sha2.js';
import type { Archiving } from '../command';
import { MAX_ARCHIVED_EVENTS } from '../limits';
import { KeyTable } from '../tables/key-table';

const FINGERPRINT_BYTES = 16;
const utf8 = new TextEncoder();

/**
 * When events are archived, and which were: their ids are never given again, as signatures, history and clients know the ids of
 * their markets, which follow from them. 16 bytes of a hash stand for an id: of two ids that had the same, which nobody can
 * find, the second would be refused.
 */
export class ArchivedEvents {
  /** Null: nothing is archived, as in journals from before. */
  terms: Archiving | null = null;
  private readonly fingerprints = new KeyTable(FINGERPRINT_BYTES);

  constructor(private readonly maxEvents = MAX_ARCHIVED_EVENTS) {}

  get count(): number {
    return this.fingerprints.count;
  }

  /** No id can be remembered any more, so nothing more is archived. */
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
