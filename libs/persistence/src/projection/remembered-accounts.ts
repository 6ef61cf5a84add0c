/** Ids and balances of the ledger's accounts as of a cursor, by kind and owner. */
import type { ProjectionCursor } from './fresh-events';
import { Remembered } from './remembered';
import type { Lookup } from './remembered';

export interface KnownAccount {
  readonly accountId: number;
  readonly balance: number;
}

export type AccountLookup = Lookup<KnownAccount>;

/** Some 200 bytes each: 20 MB. The users of a busy day. */
const MAX_REMEMBERED_ACCOUNTS = 100_000;

export class RememberedAccounts extends Remembered<KnownAccount> {
  constructor(max = MAX_REMEMBERED_ACCOUNTS) {
    super(max);
  }

  override keep(
    cursor: ProjectionCursor,
    changed: Iterable<readonly [string, KnownAccount]>,
  ): void {
    const known = Array.from(
      changed,
      ([key, { accountId, balance }]) => [key, { accountId, balance }] as const,
    );
    super.keep(cursor, known);
  }
}
