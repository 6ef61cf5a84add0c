import type { Accounts } from '../accounts/accounts';
import type { KeyBudgets } from '../accounts/key-budgets';
import type { Locks } from '../accounts/locks';
import type { MoneyRules } from '../accounts/money-rules';
import { Settlement } from '../accounts/settlement';
import type { Audit } from '../invariants/audit';
import type { MarketTable } from '../markets/market-table';
import type { PriceLadder } from '../markets/price-ladder';
import { Walk } from '../markets/walk';
import type { FinishedOrders } from '../orders/finished-orders';
import type { DueQueue } from '../tables/due-queue';
import type { OrderPool } from '../orders/order-pool';
import { Admission } from './admission';
import { Budget } from './budget';
import { FillPricing } from './fill-pricing';
import { GivingWay } from './giving-way';
import { KeyBounds } from './key-bounds';
import { Matching } from './matching';
import { OrderEnds } from './order-ends';
import { OrderPlacement } from './order-placement';
import { OrderPreview } from './order-preview';

/** The tables that trading works on: accounts, markets and the orders between them. */
export interface TradingTables {
  readonly orders: OrderPool;
  readonly finished: FinishedOrders;
  readonly expiries: DueQueue;
  readonly accounts: Accounts;
  readonly locks: Locks;
  readonly markets: MarketTable;
  readonly ladder: PriceLadder;
  readonly audit: Audit;
  readonly money: MoneyRules;
  readonly budgets: KeyBudgets;
  /** Of the present command. */
  readonly lastTimestampMs: number;
}

/** The parts of trading. Placement and preview share the walk, admission and pricing, so they decide alike. */
export class Trading {
  readonly ends: OrderEnds;
  readonly matching: Matching;
  readonly placement: OrderPlacement;
  readonly preview: OrderPreview;
  readonly budget: Budget;

  constructor(tables: TradingTables) {
    const { orders, finished, expiries, accounts, locks, markets, ladder, audit, money, budgets } =
      tables;
    const walk = new Walk(ladder, orders, accounts.positions);
    this.budget = new Budget(markets, orders, walk);
    const admission = new Admission(
      accounts,
      markets,
      ladder,
      orders,
      locks,
      money,
      new KeyBounds(budgets, markets, ladder, tables),
      budgets,
    );
    const pricing = new FillPricing(orders, markets);
    const settlement = new Settlement(accounts);
    this.ends = new OrderEnds(orders, finished, expiries, ladder, accounts, locks, budgets);
    this.matching = new Matching(
      orders,
      markets,
      ladder,
      pricing,
      accounts.openOrders.reduceOnlyBuys,
      settlement,
      this.ends,
      budgets,
      audit,
    );
    const givingWay = new GivingWay(orders, accounts, locks, ladder, this.ends, audit);
    this.placement = new OrderPlacement(
      orders,
      finished,
      expiries,
      accounts,
      locks,
      ladder,
      walk,
      this.budget,
      budgets,
      admission,
      this.matching,
      givingWay,
      audit,
    );
    this.preview = new OrderPreview(orders, accounts, locks, walk, this.budget, admission, pricing);
  }
}
