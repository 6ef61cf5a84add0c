import type { Address, EncodedAccount } from '@solana/kit';

/** What an account is after a transaction; `null` where it is gone. */
export type AccountChange = readonly [address: Address, after: EncodedAccount | null];

export type ReadAccount = (address: Address) => EncodedAccount | null;

/** What a block's transactions found: enough to read the state before it, and to go back there. */
export interface UndoJournal {
  readonly height: number;
  readonly before: Map<Address, EncodedAccount | null>;
}

/**
 * All accounts that transactions or genesis wrote, as they are now, and the way back through the blocks that are not
 * final. What nothing ever wrote (built-in programs, sysvars) is asked of the executor.
 */
export class AccountStates {
  private readonly current = new Map<Address, EncodedAccount>();
  private readonly byOwner = new Map<Address, Set<Address>>();
  private journals: UndoJournal[] = [];
  private readonly unwritten: ReadAccount;

  constructor(unwritten: ReadAccount) {
    this.unwritten = unwritten;
  }

  /** An account at genesis or from a snapshot: there is no way back behind it. */
  place(account: EncodedAccount): void {
    this.write(account.address, account);
  }

  /**
   * Changes made by a transaction of the block at `height`.
   *
   * @param before the accounts as the transaction found them; the executor, which is asked for unwritten ones, may be
   *   past it
   */
  apply(
    height: number,
    changes: readonly AccountChange[],
    before: ReadAccount = (address) => this.read(address),
  ): void {
    if (changes.length === 0) return;
    let journal = this.journals.at(-1);
    if (journal?.height !== height) {
      journal = { height, before: new Map() };
      this.journals.push(journal);
    }
    for (const [address, after] of changes) {
      if (!journal.before.has(address)) journal.before.set(address, before(address));
      this.write(address, after);
    }
  }

  /** The state after the blocks up to `height`; without it the newest. */
  read(address: Address, height = Number.POSITIVE_INFINITY): EncodedAccount | null {
    for (const journal of this.journals) {
      if (journal.height <= height) continue;
      const before = journal.before.get(address);
      if (before !== undefined) return before;
    }
    return this.current.get(address) ?? this.unwritten(address);
  }

  /** The accounts a program owns after the blocks up to `height`. */
  ownedBy(program: Address, height: number): EncodedAccount[] {
    const owned = new Map<Address, EncodedAccount>();
    for (const address of this.byOwner.get(program) ?? []) {
      owned.set(address, this.current.get(address)!);
    }
    const seen = new Set<Address>();
    for (const journal of this.journals) {
      if (journal.height <= height) continue;
      for (const [address, before] of journal.before) {
        if (seen.has(address)) continue;
        seen.add(address);
        if (before?.programAddress === program) owned.set(address, before);
        else owned.delete(address);
      }
    }
    return [...owned.values()];
  }

  /** Undoes the blocks above `height` and answers what each account went back to. */
  revertTo(height: number): AccountChange[] {
    const reverted = new Map<Address, EncodedAccount | null>();
    for (
      let journal = this.journals.at(-1);
      journal !== undefined;
      journal = this.journals.at(-1)
    ) {
      if (journal.height <= height) break;
      for (const [address, before] of journal.before) {
        this.write(address, before);
        reverted.set(address, before);
      }
      this.journals.pop();
    }
    return [...reverted];
  }

  /** Blocks up to `height` are final: their way back is forgotten. */
  finalize(height: number): void {
    while (this.journals[0] !== undefined && this.journals[0].height <= height)
      this.journals.shift();
  }

  all(): IterableIterator<EncodedAccount> {
    return this.current.values();
  }

  openJournals(): readonly UndoJournal[] {
    return this.journals;
  }

  restoreJournals(journals: readonly UndoJournal[]): void {
    this.journals = [...journals];
  }

  clear(): void {
    this.current.clear();
    this.byOwner.clear();
    this.journals = [];
  }

  private write(address: Address, account: EncodedAccount | null): void {
    const old = this.current.get(address);
    if (old !== undefined && old.programAddress !== account?.programAddress) {
      this.byOwner.get(old.programAddress)?.delete(address);
    }
    if (account === null) {
      this.current.delete(address);
      return;
    }
    this.current.set(address, account);
    if (old?.programAddress === account.programAddress) return;
    const owned = this.byOwner.get(account.programAddress);
    if (owned === undefined) this.byOwner.set(account.programAddress, new Set([address]));
    else owned.add(address);
  }
}
