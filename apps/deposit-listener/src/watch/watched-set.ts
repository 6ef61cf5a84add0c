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

/** Those users of whom something was named. */
export interface WatchedUsers {
  ofDepositAddress(address: Address): WatchedUser | undefined;
  ofProxyWallet(address: Address): WatchedUser | undefined;
  ofProxyUsdcAccount(address: Address): WatchedUser | undefined;
}

/**
 * Everybody whose places are watched. The rows are in the database alone; in memory is a filter of one size, which most of
 * what a block names does not pass, and the users who were looked up last. So anybody may ask for addresses as often as he
 * likes: it costs no memory, and watching costs no question to a chain, however many users there are. Rows are only ever
 * added, and numbered: what is new lies above the highest number that was seen.
 */
export class WatchedSet {
  private readonly filter = new AddressFilter();
  /** By each of their places, the last used at the end. A row never changes, so what is here is true. */
  private readonly recent = new Map<string, WatchedUser>();
  private count = 0;
  private highestId = 0;
  private refreshing: Promise<void> | undefined;

  constructor(private readonly store: Pick<WatchedAddressStore, 'after' | 'withPlaces'>) {}

  get size(): number {
    return this.count;
  }

  /** The number of the newest that is known. */
  get newest(): number {
    return this.highestId;
  }

  /** False where nobody who was known at the last `refresh` has a place there. */
  mayHave(address: string): boolean {
    return this.filter.mayHave(address);
  }

  /** Those who have a place among these. @throws CodedError where the database is away */
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

  /** In the order in which they came to be watched, those behind a number. */
  async after(watchId: number, limit: number): Promise<WatchedUser[]> {
    return (await this.store.after(watchId, limit)).map(watchedUserOf);
  }

  /**
   * Takes in what was added. Whoever is answered an address before this is called is in the set after it: a scan knows
   * first which blocks are final, then calls this, then reads them, and misses nobody.
   */
  async refresh(): Promise<void> {
    // A call that is under way may have read before the row that this caller means.
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

/** Of the associated account of USDC on ext the owner is looked for, as of any token's. */
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
