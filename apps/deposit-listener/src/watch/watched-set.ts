import { addressOf, bytesOfAddress, parseAddress } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import type { NumberedWatch, WatchedAddressStore } from '@bellwether/persistence';
import { ADDRESSES_PER_LOOKUP, MAX_RECENT_WATCHES, WATCHES_PER_READ } from '../limits';
import { AddressFilter } from './address-filter';

export interface WatchedUser {
  readonly watchId: number;
  /** 32 bytes. */
  readonly user: Uint8Array;
  readonly depositAddress: Address;
  readonly proxyWallet: Address;
  readonly proxyUsdcAccount: Address;
  readonly depositUsdcAccount: Address;
}

/** Users of whom an address was named. */
export interface WatchedUsers {
  ofDepositAddress(address: Address): WatchedUser | undefined;
  ofProxyWallet(address: Address): WatchedUser | undefined;
  ofProxyUsdcAccount(address: Address): WatchedUser | undefined;
}

/**
 * All users whose addresses are watched. The rows are only in the database. Memory holds a filter of constant size,
 * which most addresses of a block do not pass, and the users looked up last. So requesting addresses costs no memory,
 * and watching costs no request to a chain, however many users there are. Rows are only added, and numbered: new ones
 * are above the highest number seen.
 */
export class WatchedSet {
  private readonly filter = new AddressFilter();
  /** By each of their addresses, the last used at the end. A row never changes, so cached ones stay true. */
  private readonly recent = new Map<string, WatchedUser>();
  private count = 0;
  private highestId = 0;
  private refreshing: Promise<void> | undefined;

  constructor(private readonly store: Pick<WatchedAddressStore, 'after' | 'withPlaces'>) {}

  get size(): number {
    return this.count;
  }

  /** The number of the newest known row. */
  get newest(): number {
    return this.highestId;
  }

  /** False if no user known at the last `refresh` has that address. */
  mayHave(address: string): boolean {
    return this.filter.mayHave(address);
  }

  /**
   * Users with one of these addresses.
   * @throws CodedError if the database is away
   */
  async among(addresses: Iterable<string>): Promise<WatchedUsers> {
    const found: WatchedUser[] = [];
    const unknown = new Set<Address>();
    for (const address of new Set(addresses)) {
      if (!this.filter.mayHave(address)) continue;
      const known = this.recent.get(address);
      const parsed = known === undefined ? parseAddress(address) : undefined;
      if (known !== undefined) found.push(known);
      else if (parsed !== undefined) unknown.add(parsed);
    }
    const asked = [...unknown].map(bytesOfAddress);
    for (let from = 0; from < asked.length; from += ADDRESSES_PER_LOOKUP) {
      const rows = await this.store.withPlaces(asked.slice(from, from + ADDRESSES_PER_LOOKUP));
      found.push(...rows.map(watchedUserOf));
    }
    for (const user of found) this.remember(user);
    return usersOf(found);
  }

  async ofDepositAddress(address: Address): Promise<WatchedUser | undefined> {
    return (await this.among([address])).ofDepositAddress(address);
  }

  async ofProxyWallet(address: Address): Promise<WatchedUser | undefined> {
    return (await this.among([address])).ofProxyWallet(address);
  }

  /** In the order in which they came to be watched, after a number. */
  async after(watchId: number, limit: number): Promise<WatchedUser[]> {
    return (await this.store.after(watchId, limit)).map(watchedUserOf);
  }

  /**
   * Reads new rows. A user who gets an address before this call is in the set after it: the scan first learns which
   * blocks are final, then calls this, then reads the blocks, and misses no user.
   */
  async refresh(): Promise<void> {
    // A call under way may have read before the row that this caller needs.
    while (this.refreshing !== undefined) await this.refreshing.catch(() => undefined);
    this.refreshing = this.readNew();
    try {
      await this.refreshing;
    } finally {
      this.refreshing = undefined;
    }
  }

  private async readNew(): Promise<void> {
    for (;;) {
      const rows = await this.store.after(this.highestId, WATCHES_PER_READ);
      for (const row of rows) {
        for (const place of looksFor(row)) this.filter.add(addressOf(place));
        this.highestId = row.watchId;
        this.count++;
      }
      if (rows.length < WATCHES_PER_READ) return;
    }
  }

  private remember(user: WatchedUser): void {
    for (const place of [user.depositAddress, user.proxyWallet, user.proxyUsdcAccount]) {
      this.recent.delete(place);
      this.recent.set(place, user);
    }
    for (const oldest of this.recent.keys()) {
      if (this.recent.size <= 3 * MAX_RECENT_WATCHES) break;
      this.recent.delete(oldest);
    }
  }
}

/** For the associated account of USDC on ext the owner is looked up, as for any token. */
const looksFor = (row: NumberedWatch): Uint8Array[] => [
  row.depositAddress,
  row.proxyWallet,
  row.proxyUsdcAccount,
];

const watchedUserOf = (row: NumberedWatch): WatchedUser => ({
  watchId: row.watchId,
  user: row.user,
  depositAddress: addressOf(row.depositAddress),
  depositUsdcAccount: addressOf(row.depositUsdcAccount),
  proxyWallet: addressOf(row.proxyWallet),
  proxyUsdcAccount: addressOf(row.proxyUsdcAccount),
});

function usersOf(users: readonly WatchedUser[]): WatchedUsers {
  const by = (place: 'depositAddress' | 'proxyWallet' | 'proxyUsdcAccount') =>
    new Map(users.map((user) => [user[place], user]));
  const [byDeposit, byProxy, byUsdc] = [
    by('depositAddress'),
    by('proxyWallet'),
    by('proxyUsdcAccount'),
  ];
  return {
    ofDepositAddress: (address) => byDeposit.get(address),
    ofProxyWallet: (address) => byProxy.get(address),
    ofProxyUsdcAccount: (address) => byUsdc.get(address),
  };
}
