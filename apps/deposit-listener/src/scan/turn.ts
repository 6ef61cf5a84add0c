import type { Address } from '@bellwether/chain';
import type { WatchedSet, WatchedUser } from '../watch/watched-set';

export interface Next {
  readonly accounts: readonly Address[];
  readonly isFirstSight: boolean;
  /** They were read; until then they come next again. */
  readonly taken: () => void;
}

export interface TurnParts {
  readonly watched: Pick<WatchedSet, 'size' | 'at'>;
  /** Of a user, those that are looked at. */
  readonly accountsOf: (user: WatchedUser) => readonly Address[];
  /** At once. */
  readonly maxAccounts: number;
}

/** Whose accounts come next: new users first, then all in a circle. */
export class Turn {
  private freshFrom: number | undefined;
  private place = 0;
  private circles = 0;

  constructor(private readonly parts: TurnParts) {}

  next(): Next {
    const { size } = this.parts.watched;
    this.freshFrom ??= size;
    if (this.freshFrom < size) {
      const { accounts, end } = this.take(this.freshFrom, size);
      return { accounts, isFirstSight: true, taken: () => (this.freshFrom = end) };
    }
    if (this.place >= size) {
      this.place = 0;
      if (size > 0) this.circles++;
    }
    const isFirstSight = this.circles === 0;
    const { accounts, end } = this.take(this.place, size);
    return { accounts, isFirstSight, taken: () => (this.place = end) };
  }

  private take(from: number, size: number): { accounts: Address[]; end: number } {
    const { watched, accountsOf, maxAccounts } = this.parts;
    const accounts: Address[] = [];
    let end = from;
    for (; end < size; end++) {
      const user = watched.at(end);
      const more = user === undefined ? [] : accountsOf(user);
      if (accounts.length + more.length > maxAccounts) break;
      accounts.push(...more);
    }
    return { accounts, end };
  }
}
