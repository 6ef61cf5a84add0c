/**
 * Ids and balances of the ledger's accounts as of a cursor, so that a transaction reads only accounts that have been
 * quiet for long. Whoever writes history moves the cursor: while it stands where this process left it, nobody else has
 * written.
 */
import { LRUCache } from 'lru-cache';
import type { ProjectionCursor } from './fresh-events';

export interface KnownAccount {
  readonly accountId: number;
  readonly balance: number;
}

export interface AccountLookup {
  /** By kind and owner. */
  get(key: string): KnownAccount | undefined;
}

/** Some 200 bytes each: 20 MB. The users of a busy day; another one costs a look-up. */
const MAX_REMEMBERED_ACCOUNTS = 100_000;

export class RememberedAccounts {
  private cursor: ProjectionCursor | null = null;
  private readonly accounts: LRUCache<string, KnownAccount>;

  constructor(max = MAX_REMEMBERED_ACCOUNTS) {
    this.accounts = new LRUCache({ max });
  }

  /** What is known where history ends at `cursor`: nothing, if that is not where `keep` left it. */
  at(cursor: ProjectionCursor): AccountLookup {
    if (this.cursor === null || !isSame(cursor, this.cursor)) this.accounts.clear();
    return this.accounts;
  }

  /** Call once the transaction that moved history to `cursor` is committed. */
  keep(cursor: ProjectionCursor, changed: Iterable<readonly [string, KnownAccount]>): void {
    for (const [key, { accountId, balance }] of changed)
      this.accounts.set(key, { accountId, balance });
    this.cursor = cursor;
  }
}

const isSame = (a: ProjectionCursor, b: ProjectionCursor): boolean =>
  a.seq === b.seq && a.index === b.index && a.streamSequence === b.streamSequence;
