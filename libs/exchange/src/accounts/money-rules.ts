import type { MoneyLimits } from '../command';
import { DEFAULT_MAX_OPEN_ORDERS, MICRO_USDC_PER_BP } from '../limits';
import type { Catalogue } from '../markets/catalogue';
import { mostSpecific } from '../markets/category-rows';
import { EVENT } from '../markets/market-table';
import type { MarketTable } from '../markets/market-table';
import type { RecordPool } from '../tables/record-pool';
import { AVAILABLE, LOCKED, MAX_OPEN_ORDERS } from './account-table';
import type { AccountTable } from './account-table';

/**
 * The limits that depend on funds: which orders may rest, how many a user may have open, and who may take the last
 * records of each table. Until `set` is called, only the tables' capacities apply.
 */
export class MoneyRules {
  private present: MoneyLimits | null = null;
  /** Cache by market. */
  private minimums: (number | undefined)[] = [];

  constructor(
    private readonly accounts: AccountTable,
    private readonly markets: MarketTable,
    private readonly catalogue: Catalogue,
  ) {}

  get limits(): MoneyLimits | null {
    return this.present;
  }

  set(limits: MoneyLimits): void {
    this.present = limits;
    this.minimums = [];
  }

  /** The least micro-USDC that a buy must be worth at its limit price to rest. */
  restingMinimum(market: number): number {
    if (this.present === null) return 0;
    const { category } = this.catalogue.entry(this.markets.int(market, EVENT)).command;
    return (this.minimums[market] ??=
      mostSpecific(this.present.restingMinimums, category)?.microUsdc ?? 0);
  }

  /** The market number will be reused for another market. */
  forgetMarket(market: number): void {
    this.minimums[market] = undefined;
  }

  /** The fewest contracts that reach the minimum at this price. */
  smallestResting(market: number, price: number): number {
    return Math.ceil(this.restingMinimum(market) / (price * MICRO_USDC_PER_BP));
  }

  /** The limit an operator set for the user, or that of its tier of funds. */
  openOrderLimit(account: number): number {
    const allowed = this.accounts.maxOpenOrders(account);
    if (this.present === null || this.hasOwnLimit(account)) return allowed;
    const equity = this.equity(account);
    let limit = 0;
    for (const { fromMicroUsdc, maxOpenOrders } of this.present.openOrderTiers) {
      if (equity >= fromMicroUsdc) limit = maxOpenOrders;
    }
    return limit;
  }

  /** The default itself is a limit of the user's own only with the mark `SET_BY_OPERATOR`. */
  private hasOwnLimit(account: number): boolean {
    return account !== 0 && this.accounts.int(account, MAX_OPEN_ORDERS) !== DEFAULT_MAX_OPEN_ORDERS;
  }

  /**
   * The user's micro-USDC, locked or not. Contracts do not count: their value would come from book prices, which can
   * be manipulated.
   */
  equity(account: number): number {
    if (account === 0) return 0;
    return this.accounts.word(account, AVAILABLE) + this.accounts.word(account, LOCKED);
  }

  /**
   * Whether a user that holds `held` records may take another one. The last records are reserved for users with few.
   */
  hasPlace(pool: RecordPool, held: number): boolean {
    if (pool.full) return false;
    if (this.present === null || held < this.present.fewRecords) return true;
    return pool.live < this.placesForAll(pool.maxRecords);
  }

  /** Resting orders leave the very last record free: every other order needs one for the duration of its command. */
  hasRestingPlace(orders: RecordPool, held: number): boolean {
    if (this.present !== null && orders.live >= orders.maxRecords - 1) return false;
    return this.hasPlace(orders, held);
  }

  /** The records of a table that are not reserved. */
  private placesForAll(places: number): number {
    return places - Math.ceil((places * (this.present?.reservedPct ?? 0)) / 100);
  }

  /**
   * Whether another account, or so many, may be opened for this purpose. Money that arrived is never refused for capacity: it has
   * a reserve beyond a full table. A recovery brings no money, so it may not use the last places.
   */
  hasAccountPlace(what: 'money' | 'delegation' | 'recovery' | 'payout', opened = 1): boolean {
    const { count, maxAccounts } = this.accounts;
    const kept = maxAccounts - this.placesForAll(maxAccounts);
    if (what === 'money') return count + opened <= maxAccounts + kept;
    return count + opened <= maxAccounts - (what === 'recovery' ? kept : 0);
  }
}
