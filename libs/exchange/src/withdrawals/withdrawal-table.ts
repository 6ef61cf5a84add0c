import { Counts } from '../tables/counts';
import { HashIndex } from '../tables/hash-index';
import { hashOfKey } from '../tables/key-table';
import { RecordPool } from '../tables/record-pool';
import type { PoolMarks } from '../tables/record-pool';
import {
  KIND_AND_STATUS,
  accountAt,
  WORDS_PER_WITHDRAWAL,
  clearHeld,
  hashAt,
  isHeld,
  isOfId,
  readWithdrawal,
  writeWithdrawal,
} from './withdrawal-record';
import type { AcceptedWithdrawal, Withdrawal } from './withdrawal-record';

/** Open withdrawals by id: accepted, and neither settled nor refunded. */
export class WithdrawalTable extends RecordPool {
  private readonly index = new HashIndex();
  private readonly counts = new Counts();

  constructor(maxWithdrawals: number) {
    super(WORDS_PER_WITHDRAWAL, KIND_AND_STATUS, maxWithdrawals, 16);
  }

  /** 0 if no open withdrawal has this id. */
  find(withdrawalId: Uint8Array): number {
    const { index } = this;
    const hash = hashOfKey(withdrawalId);
    for (let at = index.first(hash); index.recordAt(at) !== 0; at = index.next(at)) {
      const record = index.recordAt(at);
      if (index.hashAt(at) === hash && isOfId(this, record, withdrawalId)) return record;
    }
    return 0;
  }

  /** Callers check `full` first. */
  add(withdrawal: AcceptedWithdrawal): void {
    const record = this.take();
    writeWithdrawal(this, record, withdrawal);
    this.index.insert(hashOfKey(withdrawal.withdrawalId), record);
    this.counts.add(withdrawal.account, 1);
  }

  countOf(account: number): number {
    return this.counts.of(account);
  }

  read(record: number): Withdrawal {
    return readWithdrawal(this, record);
  }

  remove(record: number): void {
    this.index.remove(hashAt(this, record), record);
    this.counts.add(accountAt(this, record), -1);
    clearHeld(this, record);
    this.giveBack(record);
  }

  /** The records of all open withdrawals. */
  *all(): Generator<number> {
    for (let record = 1; record <= this.used; record++) if (isHeld(this, record)) yield record;
  }

  loadWithdrawals(image: Uint8Array, marks: PoolMarks): void {
    this.loadPool(image, marks);
    for (const record of this.all()) {
      this.index.insert(hashAt(this, record), record);
      this.counts.add(accountAt(this, record), 1);
    }
  }
}
