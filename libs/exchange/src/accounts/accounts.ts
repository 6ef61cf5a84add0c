import type { DirtySet } from '../state-deltas/dirty-set';
import { MICRO_USDC_PER_CONTRACT } from '../limits';
import { COLLATERAL, TEST_CREDITS, USER_AVAILABLE } from '../money/ledger';
import type { Ledger } from '../money/ledger';
import { AVAILABLE, LOCKED } from './account-table';
import type { AccountTable } from './account-table';
import type { BuilderTable } from './builder-table';
import { MARKET_COLLATERAL, OUTSTANDING } from './market-holdings';
import type { MarketHoldings } from './market-holdings';
import type { OpenOrders } from './open-orders';
import { HELD, HELD_LOCKED, POSITION_ORDERS } from './position-table';
import type { PositionTable } from './position-table';

/** The amounts that an order of one side draws on: available and locked. */
export interface Funds {
  readonly available: number;
  readonly locked: number;
}

/**
 * The account side of the exchange: money, contracts and open orders. It reports what an order may draw on and, with
 * locks.ts and settlement.ts, locks, settles and releases.
 *
 * It knows orders and markets by number and receives fills as plain messages, so accounts and markets could run in
 * two processes. It executes the movements it is given, naming both ends of each; the audit checks that no money is
 * made or lost.
 */
export class Accounts {
  constructor(
    readonly table: AccountTable,
    readonly positions: PositionTable,
    readonly holdings: MarketHoldings,
    readonly openOrders: OpenOrders,
    readonly builders: BuilderTable,
    readonly ledger: Ledger,
    readonly dirty: DirtySet,
  ) {}

  /** Micro-USDC that a buy of this account can spend. */
  available(account: number): number {
    return this.table.word(account, AVAILABLE);
  }

  cash(account: number): Funds {
    return {
      available: this.table.word(account, AVAILABLE),
      locked: this.table.word(account, LOCKED),
    };
  }

  /** Contracts that a sell from this position can deliver; position 0 holds nothing. */
  unlocked(position: number, outcome: number): number {
    return position === 0 ? 0 : this.positions.unlocked(position, outcome);
  }

  contracts(position: number, outcome: number): Funds {
    if (position === 0) return { available: 0, locked: 0 };
    return {
      available: this.positions.unlocked(position, outcome),
      locked: this.positions.words[(position << 3) + HELD_LOCKED + outcome]!,
    };
  }

  /** The account's position in the market, 0 if it has none. */
  position(account: number, market: number): number {
    return this.positions.find(account, market);
  }

  /** Creates the account's position in the market; it must have none. */
  openPosition(account: number, market: number): number {
    const position = this.positions.create(account, market);
    this.holdings.link(market, position);
    return position;
  }

  /** An open order refers to the position, so the position must outlive it. */
  hold(position: number): void {
    this.positions.ints[(position << 4) + POSITION_ORDERS]!++;
  }

  /** An order has ended. The position's record is freed if it holds nothing and no order refers to it. */
  letGo(market: number, position: number): void {
    this.positions.ints[(position << 4) + POSITION_ORDERS]!--;
    this.freeIfIdle(market, position);
  }

  freeIfIdle(market: number, position: number): void {
    if (!this.positions.isIdle(position)) return;
    this.holdings.unlink(market, position);
    this.positions.free(position);
  }

  /** Test network only: creates money and books it as a test credit. */
  creditTest(account: number, amount: number): void {
    this.table.words[(account << 4) + AVAILABLE]! += amount;
    this.ledger.totals[USER_AVAILABLE]! += amount;
    this.ledger.totals[TEST_CREDITS]! += amount;
    this.dirty.account(account);
  }

  /** Pairs of contracts are taken from a holder, who is paid 1 USD each from the market's collateral. */
  redeem(market: number, position: number, account: number, size: number): void {
    const amount = size * MICRO_USDC_PER_CONTRACT;
    const at = market << 2;
    for (let outcome = 0; outcome < 2; outcome++) {
      this.positions.words[(position << 3) + HELD + outcome]! -= size;
      this.holdings.words[at + OUTSTANDING + outcome]! -= size;
    }
    this.table.words[(account << 4) + AVAILABLE]! += amount;
    this.holdings.words[at + MARKET_COLLATERAL]! -= amount;
    this.ledger.totals[USER_AVAILABLE]! += amount;
    this.ledger.totals[COLLATERAL]! -= amount;
    this.dirty.account(account);
    this.dirty.holding(account, market, position);
  }

  /** A resolved market pays a holder from its collateral; the contracts are gone. */
  payOut(market: number, position: number, account: number, amount: number): void {
    const held = this.positions.words;
    const holdings = this.holdings.words;
    const at = market << 2;
    this.table.words[(account << 4) + AVAILABLE]! += amount;
    holdings[at + MARKET_COLLATERAL]! -= amount;
    this.ledger.totals[USER_AVAILABLE]! += amount;
    this.ledger.totals[COLLATERAL]! -= amount;
    for (let outcome = 0; outcome < 2; outcome++) {
      holdings[at + OUTSTANDING + outcome]! -= held[(position << 3) + HELD + outcome]!;
      held[(position << 3) + HELD + outcome] = 0;
    }
    this.dirty.account(account);
    this.dirty.holding(account, market, position);
  }
}
