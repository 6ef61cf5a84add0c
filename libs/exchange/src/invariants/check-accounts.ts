import { AVAILABLE, GAS_DEBT, LOCKED, WITHDRAWING_AMOUNT } from '../accounts/account-table';
import { HELD_LOCKED, POSITION_MARKET, POSITION_ORDERS } from '../accounts/position-table';
import { ACCOUNT, FILLED, MARKET, OPEN, POSITION, SEQ, SIZE, WORD } from '../orders/order-pool';
import { BUY, SELL, isReduceOnly, outcomeOf, sideOf } from '../orders/order-word';
import type { ExchangeState } from '../state';
import type { BreachList } from './breach';

/** I2, I3 and I6: each account's money and locks, recomputed from its list of open orders. */
export function checkAccounts(state: ExchangeState, found: BreachList): void {
  const { accountTable, positions, orders } = state;
  const expected = new PositionLocks(positions.used);
  let listed = 0;
  for (let account = 1; account <= accountTable.count; account++) {
    listed += checkAccount(state, account, expected, found);
  }
  found.expect(listed === orders.live, 'I3', 0, () => {
    return `${orders.live} orders are open, ${listed} are in the lists of their users`;
  });
  for (let position = 1; position <= positions.used; position++) {
    checkPosition(state, position, expected, found);
  }
}

/** The figures of positions according to open orders: contracts locked by outcome, and number of orders. */
class PositionLocks {
  private readonly contracts: Float64Array;
  private readonly orders: Float64Array;
  private readonly reducing: Float64Array;

  constructor(positions: number) {
    this.contracts = new Float64Array((positions + 1) * 2);
    this.orders = new Float64Array(positions + 1);
    this.reducing = new Float64Array((positions + 1) * 2);
  }

  count(position: number, outcome: number, contracts: number): void {
    this.orders[position]!++;
    this.contracts[position * 2 + outcome]! += contracts;
  }

  countReducing(position: number, outcome: number, contracts: number): void {
    this.reducing[position * 2 + outcome]! += contracts;
  }

  reducingOf(position: number, outcome: number): number {
    return this.reducing[position * 2 + outcome]!;
  }

  contractsOf(position: number, outcome: number): number {
    return this.contracts[position * 2 + outcome]!;
  }

  ordersOf(position: number): number {
    return this.orders[position]!;
  }
}

/** Returns the number of orders in the account's list. */
function checkAccount(
  state: ExchangeState,
  account: number,
  expected: PositionLocks,
  found: BreachList,
): number {
  const { accountTable, orders, locks } = state;
  const { openOrders } = state.accounts;
  for (const field of [AVAILABLE, LOCKED, WITHDRAWING_AMOUNT, GAS_DEBT]) {
    const amount = accountTable.word(account, field);
    found.expect(Number.isSafeInteger(amount) && amount >= 0, 'I2', 0, () => {
      return `amount ${field} of account ${account} is ${amount}`;
    });
  }
  let listed = 0;
  let locked = 0;
  let previous = 0;
  let previousSeq = 0;
  // The bound ends a circular list as well.
  for (let order = openOrders.first(account); order !== 0 && listed <= orders.live; listed++) {
    const seq = orders.word(order, SEQ);
    const isListed =
      orders.int(order, ACCOUNT) === account &&
      openOrders.previous(order) === previous &&
      seq > previousSeq;
    found.expect(isListed, 'I3', 0, () => `order ${order} lies wrong in the list of ${account}`);
    checkOrder(state, order, expected, found);
    locked += locks.cashOf(order);
    previous = order;
    previousSeq = seq;
    order = openOrders.next(order);
  }
  const isComplete = listed === openOrders.count(account) && openOrders.last(account) === previous;
  found.expect(isComplete, 'I3', 0, () => `the list of account ${account} has ${listed} orders`);
  const recorded = accountTable.word(account, LOCKED);
  found.expect(recorded === locked, 'I3', 0, () => {
    return `account ${account} has ${recorded} locked, its orders hold ${locked}`;
  });
  return listed;
}

function checkOrder(
  { orders }: ExchangeState,
  order: number,
  expected: PositionLocks,
  found: BreachList,
): void {
  const word = orders.int(order, WORD);
  const open = orders.int(order, OPEN);
  const size = orders.int(order, SIZE);
  const filled = orders.int(order, FILLED);
  const market = orders.int(order, MARKET);
  found.expect(open > 0 && filled >= 0 && filled + open === size, 'I6', market, () => {
    return `order ${order} of ${size} has ${filled} filled and ${open} open`;
  });
  const contracts = sideOf(word) === SELL ? open : 0;
  const position = orders.int(order, POSITION);
  expected.count(position, outcomeOf(word), contracts);
  if (isReduceOnly(word) && sideOf(word) === BUY)
    expected.countReducing(position, outcomeOf(word), open);
}

function checkPosition(
  { positions, accounts, markets }: ExchangeState,
  position: number,
  expected: PositionLocks,
  found: BreachList,
): void {
  if (!positions.isLive(position)) return;
  const orders = positions.ints[(position << 4) + POSITION_ORDERS]!;
  found.expect(orders === expected.ordersOf(position), 'I3', 0, () => {
    return `position ${position} counts ${orders} orders, has ${expected.ordersOf(position)}`;
  });
  for (let outcome = 0; outcome < 2; outcome++) {
    const locked = positions.words[(position << 3) + HELD_LOCKED + outcome]!;
    const sells = expected.contractsOf(position, outcome);
    found.expect(locked === sells, 'I3', 0, () => {
      return `position ${position} has ${locked} contracts locked, its sells hold ${sells}`;
    });
    // A breach ends a command before orders give way, and freezes its market.
    const market = positions.ints[(position << 4) + POSITION_MARKET]!;
    const reducing = expected.reducingOf(position, outcome);
    const most = markets.isFrozen(market) ? Infinity : positions.reducible(position, outcome);
    found.expect(reducing <= most, 'I3', market, () => {
      return `position ${position} can reduce ${most}, its reduce-only buys have ${reducing}`;
    });
  }
  const listed = accounts.openOrders.reduceOnlyBuys.contracts(position);
  const reducing = expected.reducingOf(position, 0) + expected.reducingOf(position, 1);
  found.expect(listed === reducing, 'I3', 0, () => {
    return `position ${position} lists ${listed} reduce-only contracts, has ${reducing}`;
  });
}
