import { AVAILABLE, GAS_DEBT, LOCKED, WITHDRAWING_AMOUNT } from '../accounts/account-table';
import type { AccountTable } from '../accounts/account-table';
import { isBacked } from '../accounts/market-holdings';
import type { MarketHoldings } from '../accounts/market-holdings';
import type { MarketTable } from '../markets/market-table';
import type { PriceLadder } from '../markets/price-ladder';
import type { Ledger } from '../money/ledger';
import { NO, YES } from '../orders/order-word';
import type { Breach, Invariant } from './breach';

/**
 * Checks the invariants command by command, on the changed records and before the answer is sent. The cost is
 * proportional to their number. `check-*.ts` recompute everything from scratch instead.
 */
export class Audit {
  /** Market numbers, the first `dirtyCount` of the array; clearing resets the count, which costs nothing. */
  private readonly dirty: number[] = [];
  private dirtyCount = 0;
  private breaches: Breach[] = [];

  constructor(
    private readonly accounts: AccountTable,
    private readonly holdings: MarketHoldings,
    private readonly markets: MarketTable,
    private readonly ladder: PriceLadder,
    private readonly ledger: Ledger,
  ) {}

  /** The command changes this market. */
  touch(market: number): void {
    const count = this.dirtyCount;
    if (count > 0 && this.dirty[count - 1] === market) return;
    this.dirty[count] = market;
    this.dirtyCount = count + 1;
  }

  /** I6, for one order of the market: size = filled + open. */
  sizes(market: number, size: number, filled: number, open: number): void {
    if (filled + open !== size || filled < 0 || open < 0) {
      this.note('I6', market, `an order of ${size} has ${filled} filled and ${open} open`);
    }
  }

  /** I2, for one account: nothing is negative. */
  account(account: number): void {
    const available = this.accounts.word(account, AVAILABLE);
    const locked = this.accounts.word(account, LOCKED);
    if (available < 0 || locked < 0) {
      this.note('I2', null, `an account has ${available} available and ${locked} locked`);
    }
  }

  /** I2, for one account whose money comes from a chain or goes to one. */
  funds(account: number): void {
    this.account(account);
    const withdrawing = this.accounts.word(account, WITHDRAWING_AMOUNT);
    const gasDebt = this.accounts.word(account, GAS_DEBT);
    if (withdrawing < 0 || gasDebt < 0) {
      this.note('I2', null, `an account has ${withdrawing} withdrawing and owes ${gasDebt} of gas`);
    }
  }

  /** Returns the command's violations and resets the audit for the next command. */
  conclude(): readonly Breach[] {
    for (let i = 0; i < this.dirtyCount; i++) this.checkMarket(this.dirty[i]!);
    this.dirtyCount = 0;
    if (this.ledger.difference !== 0) {
      this.note('I1', null, `the postings of the command sum to ${this.ledger.difference}`);
    }
    const { breaches } = this;
    if (breaches.length > 0) this.breaches = [];
    return breaches;
  }

  private checkMarket(market: number): void {
    const yes = this.holdings.outstanding(market, YES);
    const no = this.holdings.outstanding(market, NO);
    const collateral = this.holdings.collateral(market);
    if (!isBacked(this.markets.ending(market), yes, no, collateral)) {
      this.note('I4', market, `${yes} yes, ${no} no, ${collateral} micro-USDC of collateral`);
    }
    const bid = this.ladder.bestBid(market);
    const ask = this.ladder.bestAsk(market);
    if (bid >= ask) this.note('I7', market, `best bid ${bid}, best ask ${ask}`);
  }

  private note(invariant: Invariant, market: number | null, message: string): void {
    const marketId = market === null ? null : this.markets.idOf(market);
    this.breaches.push({ invariant, marketId, message });
  }
}
