import { addressOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import type { NumberedWatch, WatchedAddressStore } from '@bellwether/persistence';
import { WATCHES_PER_READ } from '../limits';

export interface WatchedUser {
  readonly watchId: number;
  /** 32 bytes. */
  readonly user: Uint8Array;
  readonly depositAddress: Address;
  readonly proxyWallet: Address;
  readonly proxyUsdcAccount: Address;
  readonly depositUsdcAccount: Address;
}

/**
 * Everybody whose places are watched, in memory: a movement of a block is looked up in a map, so watching costs no
 * question to a chain, however many users there are. Rows are only ever added, and numbered: what is new lies above the
 * highest number that was seen.
 */
export class WatchedSet {
  private readonly byDepositAddress = new Map<Address, WatchedUser>();
  private readonly byProxyWallet = new Map<Address, WatchedUser>();
  private readonly byProxyUsdcAccount = new Map<Address, WatchedUser>();
  private readonly all: WatchedUser[] = [];
  private highestId = 0;
  private refreshing: Promise<void> | undefined;

  constructor(private readonly store: Pick<WatchedAddressStore, 'after'>) {}

  get size(): number {
    return this.all.length;
  }

  ofDepositAddress(address: Address): WatchedUser | undefined {
    return this.byDepositAddress.get(address);
  }

  ofProxyWallet(address: Address): WatchedUser | undefined {
    return this.byProxyWallet.get(address);
  }

  ofProxyUsdcAccount(address: Address): WatchedUser | undefined {
    return this.byProxyUsdcAccount.get(address);
  }

  /** In the order in which they came to be watched. */
  at(index: number): WatchedUser | undefined {
    return this.all[index];
  }

  /**
   * Takes in what was added. Whoever is answered an address before this is called is in the set after it: a scan reads
   * its blocks first, then this, and misses nobody.
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
      for (const row of rows) this.add(row);
      if (rows.length < WATCHES_PER_READ) return;
    }
  }

  private add(row: NumberedWatch): void {
    const user: WatchedUser = {
      watchId: row.watchId,
      user: row.user,
      depositAddress: addressOf(row.depositAddress),
      depositUsdcAccount: addressOf(row.depositUsdcAccount),
      proxyWallet: addressOf(row.proxyWallet),
      proxyUsdcAccount: addressOf(row.proxyUsdcAccount),
    };
    this.byDepositAddress.set(user.depositAddress, user);
    this.byProxyWallet.set(user.proxyWallet, user);
    this.byProxyUsdcAccount.set(user.proxyUsdcAccount, user);
    this.all.push(user);
    this.highestId = row.watchId;
  }
}
