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
  paymentSeqAt,
  readWithdrawal,
  writeWithdrawal,
} from './withdrawal-record';
import type { AcceptedWithdrawal, Withdrawal } from './withdrawal-record';

/** Open withdrawals by id: accepted, and neither settled nor refunded. */
export class WithdrawalTable extends RecordPool {
  private readonly index = new HashIndex();
  /** Records by account: derived, so not in snapshots. */
  private readonly ofAccount = new Map<number, Set<number>>();

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
    this.noteOpen(withdrawal.account, record);
  }

  countOf(account: number): number {
    return this.ofAccount.get(account)?.size ?? 0;
  }

  /** The lowest payment seq among the account's open withdrawals, 0 if none is open. Cost: O(its open ones). */
  lowestSeqOf(account: number): number {
    let lowest = 0;
    for (const record of this.ofAccount.get(account) ?? []) {
      const seq = paymentSeqAt(this, record);
      if (lowest === 0 || seq < lowest) lowest = seq;
    }
    return lowest;
  }

  read(record: number): Withdrawal {
    return readWithdrawal(this, record);
  }

  remove(record: number): void {
    this.index.remove(hashAt(this, record), record);
    this.noteEnd(accountAt(this, record), record);
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
      this.noteOpen(accountAt(this, record), record);
    }
  }

  private noteOpen(account: number, record: number): void {
    const known = this.ofAccount.get(account);
    if (known === undefined) this.ofAccount.set(account, new Set([record]));
    else known.add(record);
  }

  private noteEnd(account: number, record: number): void {
    const known = this.ofAccount.get(account);
    known?.delete(record);
    if (known?.size === 0) this.ofAccount.delete(account);
  }
}
