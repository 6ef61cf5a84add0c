import type { DirtySet } from '../state-deltas/dirty-set';
import { COLLATERAL, TEST_CREDITS, USER_AVAILABLE } from '../money/ledger';
import type { Ledger } from '../money/ledger';
import { AVAILABLE, LAST_POSITION, LOCKED } from './account-table';
import type { AccountTable } from './account-table';
import type { BuilderTable } from './builder-table';
import { MARKET_COLLATERAL, OUTSTANDING } from './market-holdings';
import type { MarketHoldings } from './market-holdings';
import type { OpenOrders } from './open-orders';
import { HELD, HELD_LOCKED, POSITION_ORDERS } from './position-table';
import type { PositionTable } from './position-table';

/** Of what an order of one side needs: how much there is to take, and how much is locked already. */
export interface Funds {
  readonly available: number;
  readonly locked: number;
}

/**
 * The users' side of the exchange: their money, contracts and open orders. It says what an order may draw on,
 * and (with locks.ts and settlement.ts) locks, settles and releases.
 *
 * It knows orders and markets by their numbers and hears of fills as plain messages, so that accounts and
 * markets could live in two processes. It moves what it is told to move, and names both ends of each movement;
 * that nothing is made or lost on the way is for the audit to see.
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

  /** Micro-USDC that a buy of this account could spend. */
  available(account: number): number {
    return this.table.word(account, AVAILABLE);
  }

  cash(account: number): Funds {
    return {
      available: this.table.word(account, AVAILABLE),
      locked: this.table.word(account, LOCKED),
    };
  }

  /** Contracts that a sell from this position could give; position 0 holds nothing. */
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

  /**
   * The account's position in the market, 0 where it has none; the account takes a note of it. The way through the
   * index begins with the numbers alone: it need not wait for the account to come from memory.
   */
  position(account: number, market: number): number {
    const position = this.positions.find(account, market);
    if (position !== 0) this.table.setInt(account, LAST_POSITION, position);
    return position;
  }

  /** A position of the account in the market, where it has none. */
  openPosition(account: number, market: number): number {
    const position = this.positions.create(account, market);
    this.table.setInt(account, LAST_POSITION, position);
    this.holdings.link(market, position);
    return position;
  }

  /** An order refers to the position: it may not go before the order does. */
  hold(position: number): void {
    this.positions.ints[(position << 4) + POSITION_ORDERS]!++;
  }

  /** The order has ended: the position's record is given back where it holds nothing and nothing refers to it. */
  letGo(market: number, position: number): void {
    this.positions.ints[(position << 4) + POSITION_ORDERS]!--;
    this.freeIfIdle(market, position);
  }

  freeIfIdle(market: number, position: number): void {
    if (!this.positions.isIdle(position)) return;
    this.holdings.unlink(market, position);
    this.positions.free(position);
  }

  /** Test network: money from nowhere, booked as such. */
  creditTest(account: number, amount: number): void {
    this.table.words[(account << 4) + AVAILABLE]! += amount;
    this.ledger.totals[USER_AVAILABLE]! += amount;
    this.ledger.totals[TEST_CREDITS]! += amount;
    this.dirty.account(account);
  }

  /** A resolved market pays a holder out of its collateral; the contracts are spent. */
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
