import type { Category, MoneyLimits } from '../command';
import { DEFAULT_MAX_OPEN_ORDERS, MICRO_USDC_PER_BP } from '../limits';
import type { Catalogue } from '../markets/catalogue';
import { ANY } from '../markets/fee-schedule';
import { EVENT } from '../markets/market-table';
import type { MarketTable } from '../markets/market-table';
import type { RecordPool } from '../tables/record-pool';
import { LOCKED, AVAILABLE, MAX_OPEN_ORDERS } from './account-table';
import type { AccountTable } from './account-table';

/**
 * The limits that money sets: what may rest, how many orders a user may have open, and for whom the last places of each
 * table are. Until `set` was called there are none but those of the tables, as in journals from before.
 */
export class MoneyRules {
  private present: MoneyLimits | null = null;
  /** Of each market, looked up once. */
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

  /** Micro-USDC that a buy must come to at its limit price where some of it would rest. */
  restingMinimum(market: number): number {
    if (this.present === null) return 0;
    return (this.minimums[market] ??= minimumFor(
      this.present,
      this.catalogue.entry(this.markets.int(market, EVENT)).command.category,
    ));
  }

  /** The market's number is another's from now on. */
  forgetMarket(market: number): void {
    this.minimums[market] = undefined;
  }

  /** The fewest contracts at that price that come to the minimum. */
  smallestResting(market: number, price: number): number {
    return Math.ceil(this.restingMinimum(market) / (price * MICRO_USDC_PER_BP));
  }

  /** What an operator allowed the user, or what its money does. */
  openOrderLimit(account: number): number {
    const allowed =
      account === 0 ? DEFAULT_MAX_OPEN_ORDERS : this.accounts.int(account, MAX_OPEN_ORDERS);
    if (this.present === null || allowed !== DEFAULT_MAX_OPEN_ORDERS) return allowed;
    const equity = this.equity(account);
    let limit = 0;
    for (const { fromMicroUsdc, maxOpenOrders } of this.present.openOrderTiers) {
      if (equity >= fromMicroUsdc) limit = maxOpenOrders;
    }
    return limit;
  }

  /** Micro-USDC that the user has, locked or not. Contracts do not count: what they are worth is for books to say, and books can be painted. */
  equity(account: number): number {
    if (account === 0) return 0;
    return this.accounts.word(account, AVAILABLE) + this.accounts.word(account, LOCKED);
  }

  /** Whether so many records leave room in the pool for another user's record; the last places are for who holds few. */
  hasPlace(pool: RecordPool, held: number): boolean {
    if (pool.full) return false;
    if (this.present === null || held < this.present.fewRecords) return true;
    return pool.live < this.placesForAll(pool.maxRecords);
  }

  /** An order that rests leaves the very last place to those that do not: they need it for the length of their command. */
  hasRestingPlace(orders: RecordPool, held: number): boolean {
    if (this.present !== null && orders.live >= orders.maxRecords - 1) return false;
    return this.hasPlace(orders, held);
  }

  /** Places of a table that are nobody's in particular. */
  private placesForAll(places: number): number {
    return places - Math.ceil((places * (this.present?.reservedPct ?? 0)) / 100);
  }

  /**
   * Whether another account may be opened, and what for. Money that came is never refused for room: it has places of its own
   * beyond those that a table full of others leaves. A recovery opens an account for nothing: it leaves the last ones.
   */
  hasAccountPlace(what: 'money' | 'delegation' | 'recovery'): boolean {
    const { count, maxAccounts } = this.accounts;
    const kept = maxAccounts - this.placesForAll(maxAccounts);
    if (what === 'money') return count < maxAccounts + kept;
    return count < maxAccounts - (what === 'recovery' ? kept : 0);
  }
}

/** The row of the category itself, of its name, or of all; 0 where there is none. */
function minimumFor({ restingMinimums }: MoneyLimits, { name, sub }: Category): number {
  const row = (ofName: string, ofSub: string) =>
    restingMinimums.find((one) => one.name === ofName && one.sub === ofSub);
  return (row(name, sub) ?? row(name, ANY) ?? row(ANY, ANY))?.microUsdc ?? 0;
}
