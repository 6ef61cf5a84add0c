import { HELD, POSITION_ACCOUNT } from '../accounts/position-table';
import type { CommandEvents } from '../command-events';
import { payoutOf } from '../markets/ending';
import { NO_ASK, NO_BID } from '../markets/price-ladder';
import { RESOLVED } from '../markets/market-table';
import { NO, YES } from '../orders/order-word';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { cancelOrder } from './cancel-order';

const BY_CLOSING = reasonIndex('market_closed');
const BY_RESOLUTION = reasonIndex('market_resolved');

/**
 * A market that closes or is resolved ends in slices: first its orders are cancelled, then its holders are paid. The
 * command that ends it does the first slice, each tick one more. The rest is the cursor: a cancelled order and a paid
 * position are gone. Its status shows the end from the first slice on, so nothing is added in between.
 *
 * @param ended the markets that this command has ended
 */
export function beginWindDown(
  state: ExchangeState,
  ended: readonly number[],
  events: CommandEvents,
): void {
  let left = state.capacities.endedPerSlice;
  for (const market of ended) {
    left -= slice(state, market, left, events);
    if (!isEmpty(state, market)) state.windingDown.add(market);
    else state.windingDown.remove(market);
  }
}

/** The slice of a tick: at most `endedPerSlice` orders and positions, of the markets that have waited longest. */
export function continueWindDown(state: ExchangeState, events: CommandEvents): void {
  const { windingDown } = state;
  let left = state.capacities.endedPerSlice;
  for (let market = windingDown.next; market !== 0 && left > 0; market = windingDown.next) {
    left -= slice(state, market, left, events);
    windingDown.remove(market);
    // Markets frozen by a breach stay as they are.
    if (!state.markets.isFrozen(market) && !isEmpty(state, market)) windingDown.add(market);
  }
}

/** Whether nothing rests and nothing is held. */
export const isEmpty = (state: ExchangeState, market: number): boolean =>
  firstOrder(state, market) === 0 &&
  (state.markets.status(market) < RESOLVED || state.holdings.firstPosition(market) === 0);

/** Returns how many orders were cancelled and positions paid. */
function slice(state: ExchangeState, market: number, most: number, events: CommandEvents): number {
  const { markets, holdings } = state;
  if (most === 0 || markets.isFrozen(market)) return 0;
  state.audit.touch(market);
  const isResolved = markets.status(market) >= RESOLVED;
  const reason = isResolved ? BY_RESOLUTION : BY_CLOSING;
  let done = 0;
  for (let order = firstOrder(state, market); order !== 0 && done < most; done++) {
    cancelOrder(state, order, reason, events);
    order = firstOrder(state, market);
  }
  if (!isResolved) return done;
  for (
    let position = holdings.firstPosition(market);
    position !== 0 && done < most;
    position = holdings.firstPosition(market)
  ) {
    pay(state, market, position, events);
    done++;
  }
  return done;
}

/** Bids best price first, then asks best price first, within a level by arrival; 0 if none rests. */
function firstOrder({ ladder }: ExchangeState, market: number): number {
  const bid = ladder.bestBid(market);
  if (bid !== NO_BID) return ladder.firstAt(market, bid);
  const ask = ladder.bestAsk(market);
  return ask === NO_ASK ? 0 : ladder.firstAt(market, ask);
}

/** Pays one holder the worth of the position and removes it, as no order refers to it any more. */
function pay(state: ExchangeState, market: number, position: number, events: CommandEvents): void {
  const { accounts, positions, markets } = state;
  const account = positions.ints[(position << 4) + POSITION_ACCOUNT]!;
  const yesContracts = positions.words[(position << 3) + HELD + YES]!;
  const noContracts = positions.words[(position << 3) + HELD + NO]!;
  const paidMicroUsdc = payoutOf(markets.ending(market)!, yesContracts, noContracts);
  accounts.payOut(market, position, account, paidMicroUsdc);
  accounts.freeIfIdle(market, position);
  events.add({
    kind: 'payout',
    marketId: markets.idOf(market),
    user: state.accountTable.userOf(account),
    yesContracts,
    noContracts,
    paidMicroUsdc,
  });
}
