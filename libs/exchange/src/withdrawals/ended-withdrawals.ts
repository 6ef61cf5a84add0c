import { HashIndex } from '../tables/hash-index';
import { hashOfKey } from '../tables/key-table';
import { Records } from '../tables/records';
import {
  WORDS_PER_WITHDRAWAL,
  endWithdrawal,
  hashAt,
  isOfId,
  readWithdrawal,
  writeWithdrawal,
} from './withdrawal-record';
import type { Withdrawal } from './withdrawal-record';

/** The last ended withdrawals, in a ring that overwrites the oldest: a repeated ending gets its first answer. */
export class EndedWithdrawals {
  private readonly records = new Records(WORDS_PER_WITHDRAWAL, 16);
  private readonly index = new HashIndex();
  private ended = 0;

  constructor(private readonly capacity: number) {}

  /** The number of withdrawals that ever ended, for a snapshot: it says where the ring continues. */
  get count(): number {
    return this.ended;
  }

  /** The ended withdrawal with this id; null if it is unknown, open or no longer remembered. */
  find(withdrawalId: Uint8Array): Withdrawal | null {
    const { index, records } = this;
    const hash = hashOfKey(withdrawalId);
    for (let at = index.first(hash); index.recordAt(at) !== 0; at = index.next(at)) {
      const record = index.recordAt(at);
      if (index.hashAt(at) === hash && isOfId(records, record, withdrawalId)) {
        return readWithdrawal(records, record);
      }
    }
    return null;
  }

  remember(withdrawal: Withdrawal): void {
    const { records, index } = this;
    const isReused = this.ended >= this.capacity;
    const record = (this.ended++ % this.capacity) + 1;
    if (isReused) index.remove(hashAt(records, record), record);
    else records.reserve(record);
    const { status, endedSeq: seq, endedMs: timestampMs } = withdrawal;
    writeWithdrawal(records, record, withdrawal);
    endWithdrawal(records, record, { status, seq, timestampMs });
    index.insert(hashOfKey(withdrawal.withdrawalId), record);
  }

  image(): Uint8Array {
    return this.records.image(Math.min(this.ended, this.capacity));
  }

  load(image: Uint8Array, count: number): void {
    const held = this.records.load(image);
    if (held !== Math.min(count, this.capacity)) throw new RangeError('ended withdrawals are cut');
    this.ended = count;
    for (let record = 1; record <= held; record++) {
      this.index.insert(hashAt(this.records, record), record);
    }
  }
}
