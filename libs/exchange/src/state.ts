import { AccountTable } from './accounts/account-table';
import { Accounts } from './accounts/accounts';
import { CaseTable } from './cases/case-table';
import { BuilderTable } from './accounts/builder-table';
import { CancelAfters } from './accounts/cancel-afters';
import { CreditReferences } from './accounts/credit-references';
import { Delegations } from './accounts/delegations';
import { ExcessOrders } from './accounts/excess-orders';
import { Funding } from './accounts/funding';
import { KeyBudgets } from './accounts/key-budgets';
import { Locks } from './accounts/locks';
import { MarketHoldings } from './accounts/market-holdings';
import { MoneyRules } from './accounts/money-rules';
import { OpenOrders } from './accounts/open-orders';
import { PayoutMemory } from './payouts/payout-memory';
import { GrantMemory } from './payouts/grant-memory';
import { PositionTable } from './accounts/position-table';
import { Revenue } from './accounts/revenue';
import { Stakes } from './accounts/stakes';
import { TradingKeys } from './accounts/trading-keys';
import { DirtySet } from './state-deltas/dirty-set';
import type { Capacities, ExpectedLoad } from './capacities';
import type { ExchangeMode, Network } from './command';
import { Audit } from './invariants/audit';
import { ArchivedEvents } from './markets/archived-events';
import { Catalogue } from './markets/catalogue';
import { DueTimes } from './markets/due-times';
import { FeeSchedule } from './markets/fee-schedule';
import { MarketTable } from './markets/market-table';
import { PriceLadder } from './markets/price-ladder';
import { ResolvedEvents } from './markets/resolved-events';
import { WindingDown } from './markets/winding-down';
import { Ledger } from './money/ledger';
import { FinishedOrders } from './orders/finished-orders';
import { OrderPool } from './orders/order-pool';
import { CancelAllOutcomes } from './outcomes/cancel-all-outcome';
import { OrderOutcomes } from './outcomes/order-outcome';
import { OutcomeMemory } from './outcomes/outcome-memory';
import { SignedOrderOutcomes } from './outcomes/signed-order-outcome';
import { SignedOutcomes } from './outcomes/signed-outcome';
import { SourceTable } from './sources/source-table';
import { DueQueue } from './tables/due-queue';
import { IncomingOrder } from './trading/incoming-order';
import type { Matching } from './trading/matching';
import type { OrderEnds } from './trading/order-ends';
import type { OrderPlacement } from './trading/order-placement';
import type { Budget } from './trading/budget';
import type { OrderPreview } from './trading/order-preview';
import { Trading } from './trading/trading';
import { EndedWithdrawals } from './withdrawals/ended-withdrawals';
import { WithdrawalQuota } from './withdrawals/withdrawal-limits';
import { WithdrawalTable } from './withdrawals/withdrawal-table';

/**
 * The whole state of the exchange and the parts that change it. The constructor is the map of the engine: accounts,
 * markets, and the trading between them.
 */
export class ExchangeState {
  lastSeq = 0;
  lastTimestampMs = 0;
  /** The seq of the last command that emitted an event. */
  lastEventSeq = 0;
  mode: ExchangeMode = 'open';
  withdrawalsPaused = false;

  readonly orders: OrderPool;
  readonly finished: FinishedOrders;
  /** When open orders expire. */
  readonly expiries = new DueQueue();
  readonly cancelAfters = new CancelAfters();
  readonly tradingKeys: TradingKeys;
  readonly budgets = new KeyBudgets(this);

  readonly accountTable: AccountTable;
  readonly positions: PositionTable;
  readonly holdings: MarketHoldings;
  readonly builders: BuilderTable;
  readonly ledger = new Ledger();
  readonly accounts: Accounts;
  readonly locks: Locks;
  readonly delegations = new Delegations();
  readonly credits = new CreditReferences();
  readonly funding: Funding;
  readonly revenue: Revenue;
  readonly payouts: PayoutMemory;
  readonly stakes: Stakes;
  readonly grants: GrantMemory;
  readonly money: MoneyRules;
  readonly excess: ExcessOrders;
  readonly withdrawals: WithdrawalTable;
  readonly endedWithdrawals: EndedWithdrawals;
  readonly withdrawalQuota = new WithdrawalQuota();

  readonly markets: MarketTable;
  readonly ladder: PriceLadder;
  readonly catalogue = new Catalogue();
  readonly fees = new FeeSchedule();
  readonly dueTimes = new DueTimes();
  readonly resolvedEvents = new ResolvedEvents();
  readonly windingDown = new WindingDown();
  readonly cases = new CaseTable();
  readonly sources = new SourceTable();
  readonly archivedEvents = new ArchivedEvents();

  readonly audit: Audit;
  readonly dirty = new DirtySet();
  readonly ends: OrderEnds;
  readonly matching: Matching;
  readonly placement: OrderPlacement;
  readonly preview: OrderPreview;
  readonly budget: Budget;
  readonly incoming = new IncomingOrder();

  readonly outcomes: OutcomeMemory;
  readonly orderOutcomes: OrderOutcomes;
  readonly cancelAllOutcomes: CancelAllOutcomes;
  readonly signedOrderOutcomes: SignedOrderOutcomes;
  readonly signedOutcomes: SignedOutcomes;

  constructor(
    readonly network: Network,
    readonly capacities: Capacities,
    expected: ExpectedLoad,
  ) {
    this.orders = new OrderPool(capacities.maxRestingOrders, expected.restingOrders);
    this.tradingKeys = new TradingKeys(capacities.maxTradingKeys);

    this.markets = new MarketTable(capacities.maxMarkets, expected.markets);
    this.finished = new FinishedOrders(capacities.rememberedFinishedOrders, this.markets);
    this.accountTable = new AccountTable(capacities.maxAccounts, expected.accounts);
    this.positions = new PositionTable(capacities.maxPositions, expected.positions);
    this.holdings = new MarketHoldings(this.positions, expected.markets);
    this.builders = new BuilderTable(capacities.maxBuilderKeys);
    const openOrders = new OpenOrders(this.accountTable, this.orders);
    this.accounts = new Accounts(
      this.accountTable,
      this.positions,
      this.holdings,
      openOrders,
      this.builders,
      this.ledger,
      this.dirty,
    );
    this.funding = new Funding(this.accounts);
    this.revenue = new Revenue(this.accounts);
    this.payouts = new PayoutMemory(capacities.maxCreditReferences);
    this.stakes = new Stakes(this.accounts);
    this.grants = new GrantMemory(capacities.maxCreditReferences);
    this.withdrawals = new WithdrawalTable(capacities.maxOpenWithdrawals);
    this.endedWithdrawals = new EndedWithdrawals(capacities.rememberedEndedWithdrawals);
    this.locks = new Locks(this.accounts, this.orders, this.budgets);

    this.ladder = new PriceLadder(
      this.orders,
      this.dirty,
      capacities.maxPricePages,
      expected.markets,
    );

    this.money = new MoneyRules(this.accountTable, this.markets, this.catalogue);
    this.excess = new ExcessOrders(this.accountTable, openOrders, this.money);
    this.audit = new Audit(
      this.accountTable,
      this.holdings,
      this.markets,
      this.ladder,
      this.ledger,
    );
    const trading = new Trading(this);
    this.ends = trading.ends;
    this.matching = trading.matching;
    this.placement = trading.placement;
    this.preview = trading.preview;
    this.budget = trading.budget;

    this.outcomes = new OutcomeMemory(this.accountTable, capacities.outcomeMemoryBytes, {
      perUser: capacities.rememberedOutcomes,
      money: this.money,
      time: this,
    });
    this.orderOutcomes = new OrderOutcomes(this.outcomes, this.markets);
    this.cancelAllOutcomes = new CancelAllOutcomes(this.outcomes);
    this.signedOrderOutcomes = new SignedOrderOutcomes(this.outcomes, this.markets);
    this.signedOutcomes = new SignedOutcomes(this.outcomes);
  }
}
