import { MICRO_USDC_PER_CONTRACT } from '../limits';
import { costOf, notionalOf } from '../money/fees';
import {
  BUILDER_REVENUE,
  COLLATERAL,
  PROTOCOL_FEES_CHARGED,
  REBATES_PAID,
  USER_AVAILABLE,
  USER_LOCKED,
} from '../money/ledger';
import { BUY } from '../orders/order-word';
import { AVAILABLE, LOCKED } from './account-table';
import type { Accounts } from './accounts';
import { MARKET_COLLATERAL, OUTSTANDING } from './market-holdings';
import { HELD, HELD_LOCKED } from './position-table';

/** One end of a fill: the account, its terms, and its cost. The price is in the terms of its own outcome. */
export interface FillEnd {
  account: number;
  position: number;
  side: number;
  outcome: number;
  price: number;
  builder: number;
  builderFee: number;
}

/** A fill as the market side sends it to the accounts. One object is reused for all fills. */
export interface FillMessage {
  market: number;
  quantity: number;
  protocolFee: number;
  rebate: number;
  readonly taker: FillEnd;
  readonly maker: FillEnd;
}

/**
 * Settles fills (docs/protocol/matching.md, section 5). Each end pays or receives the price in its own terms, so the
 * four kinds of settlement need no separate cases: two buys pay 1 USD a contract into the collateral (mint), two sells
 * take it out (merge), and a buy with a sell leaves it unchanged (transfer).
 */
export class Settlement {
  constructor(private readonly accounts: Accounts) {}

  settle(fill: FillMessage): void {
    this.settleTaker(fill);
    this.settleMaker(fill);
    const { taker, maker } = fill;
    if (taker.side === maker.side) {
      this.moveCollateral(fill.market, taker.side === BUY ? fill.quantity : -fill.quantity);
    }
    const totals = this.accounts.ledger.totals;
    totals[PROTOCOL_FEES_CHARGED]! += fill.protocolFee;
    totals[REBATES_PAID]! += fill.rebate;
    this.earn(taker);
    this.earn(maker);
    const { dirty } = this.accounts;
    dirty.account(taker.account);
    dirty.holding(taker.account, fill.market, taker.position);
    dirty.account(maker.account);
    dirty.holding(maker.account, fill.market, maker.position);
  }

  /** A buy pays from the available balance; a sell pays its fees from the proceeds. */
  private settleTaker(fill: FillMessage): void {
    const { account, position, side, outcome, price, builderFee } = fill.taker;
    const cost = costOf(notionalOf(fill.quantity, price));
    const fees = fill.protocolFee + builderFee;
    this.addAvailable(account, side === BUY ? -cost - fees : cost - fees);
    this.addContracts(
      fill.market,
      position,
      outcome,
      side === BUY ? fill.quantity : -fill.quantity,
    );
  }

  /** A resting buy pays from its lock; a resting sell delivers contracts that it had locked. */
  private settleMaker(fill: FillMessage): void {
    const { account, position, side, outcome, price, builderFee } = fill.maker;
    const cost = costOf(notionalOf(fill.quantity, price));
    if (side === BUY) {
      this.accounts.table.words[(account << 4) + LOCKED]! -= cost + builderFee;
      this.accounts.ledger.totals[USER_LOCKED]! -= cost + builderFee;
      this.addAvailable(account, fill.rebate);
      this.addContracts(fill.market, position, outcome, fill.quantity);
    } else {
      this.addAvailable(account, cost - builderFee + fill.rebate);
      this.addContracts(fill.market, position, outcome, -fill.quantity);
      this.accounts.positions.words[(position << 3) + HELD_LOCKED + outcome]! -= fill.quantity;
    }
  }

  private addAvailable(account: number, amount: number): void {
    this.accounts.table.words[(account << 4) + AVAILABLE]! += amount;
    this.accounts.ledger.totals[USER_AVAILABLE]! += amount;
  }

  private addContracts(market: number, position: number, outcome: number, quantity: number): void {
    this.accounts.positions.words[(position << 3) + HELD + outcome]! += quantity;
    this.accounts.holdings.words[(market << 2) + OUTSTANDING + outcome]! += quantity;
  }

  private moveCollateral(market: number, quantity: number): void {
    const amount = quantity * MICRO_USDC_PER_CONTRACT;
    this.accounts.holdings.words[(market << 2) + MARKET_COLLATERAL]! += amount;
    this.accounts.ledger.totals[COLLATERAL]! += amount;
  }

  private earn(end: FillEnd): void {
    if (end.builderFee === 0) return;
    this.accounts.builders.earn(end.builder, end.builderFee);
    this.accounts.ledger.totals[BUILDER_REVENUE]! += end.builderFee;
  }
}
