import type { Address } from '@bellwether/chain';
import type { WatchedSet, WatchedUser } from '../watch/watched-set';

export interface Next {
  readonly accounts: readonly Address[];
  /** The owner of each account. */
  readonly users: ReadonlyMap<Address, WatchedUser>;
  readonly isFirstSight: boolean;
  /** They were read. Until this call they come next again. */
  readonly taken: () => void;
}

export interface TurnParts {
  readonly watched: Pick<WatchedSet, 'newest' | 'after'>;
  /** A user's accounts that are looked at: at least one. */
  readonly accountsOf: (user: WatchedUser) => readonly Address[];
  /** At once. */
  readonly maxAccounts: number;
}

interface Taken {
  readonly users: ReadonlyMap<Address, WatchedUser>;
  /** The number of the last of them. */
  readonly end: number;
}

/** The users whose accounts come next: new ones first, then all in turn. */
export class Turn {
  private freshFrom: number | undefined;
  private place = 0;
  private circles = 0;

  constructor(private readonly parts: TurnParts) {}

  /** @throws CodedError if the database is away */
  async next(): Promise<Next> {
    const { newest } = this.parts.watched;
    this.freshFrom ??= newest;
    if (this.freshFrom < newest) {
      const fresh = await this.take(this.freshFrom);
      return nextOf(fresh, { isFirstSight: true, taken: () => (this.freshFrom = fresh.end) });
    }
    if (this.place >= newest) {
      this.place = 0;
      if (newest > 0) this.circles++;
    }
    const some = await this.take(this.place);
    return nextOf(some, {
      isFirstSight: this.circles === 0,
      taken: () => (this.place = some.end),
    });
  }

  private async take(from: number): Promise<Taken> {
    const { watched, accountsOf, maxAccounts } = this.parts;
    if (watched.newest === 0) return { users: new Map(), end: from };
    const rows = await watched.after(from, maxAccounts);
    const users = new Map<Address, WatchedUser>();
    // New users beyond the last row have been included.
    let end = rows.length < maxAccounts ? Math.max(watched.newest, from) : from;
    for (const [at, user] of rows.entries()) {
      const more = accountsOf(user);
      if (users.size + more.length > maxAccounts) {
        end = rows[at - 1]?.watchId ?? from;
        break;
      }
      for (const account of more) users.set(account, user);
      end = Math.max(user.watchId, at === rows.length - 1 ? end : 0);
    }
    return { users, end };
  }
}

const nextOf = ({ users }: Taken, rest: Pick<Next, 'isFirstSight' | 'taken'>): Next => ({
  accounts: [...users.keys()],
  users,
  ...rest,
});
