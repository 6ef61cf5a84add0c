/**
 * The end of a market in slices (docs/protocol/matching.md, section 8): what is left of it is worked out anew each time,
 * from its orders and positions.
 */
import { toSafeNumber } from './amounts';
import { sideOfBook } from './book';
import { cancelOrder } from './cancels';
import { payoutOf } from './payouts';
import type { Market, Order, Position, State } from './state';

const isResolved = ({ status }: Market): boolean => status === 'resolved' || status === 'voided';

/** The orders and holders that are left, in the order in which they end. */
function leftOf(market: Market): (Order | Position)[] {
  const orders = [...sideOfBook(market, 'bid'), ...sideOfBook(market, 'ask')];
  const holders = [...market.positions.values()].filter(({ yes, no }) => yes > 0n || no > 0n);
  return isResolved(market) ? [...orders, ...holders] : orders;
}

/** Those that wait longest first. */
export const waitingMarkets = (state: State): Market[] =>
  [...state.markets.values()]
    .filter(({ waitsSince }) => waitsSince !== null)
    .toSorted((a, b) => a.waitsSince! - b.waitsSince!);

/** The first slice of markets that a command has ended: it is shared by them. */
export function endOf(state: State, markets: readonly Market[]): void {
  let left = state.limits.endedPerSlice;
  for (const market of markets) {
    left -= slice(state, market, left);
    if (leftOf(market).length === 0) market.waitsSince = null;
    else market.waitsSince ??= ++state.queued;
  }
}

/** What a tick ends. A market that is not done waits behind the others. */
export function nextSlice(state: State): void {
  let left = state.limits.endedPerSlice;
  for (const market of waitingMarkets(state)) {
    if (left === 0) return;
    left -= slice(state, market, left);
    market.waitsSince = leftOf(market).length === 0 ? null : ++state.queued;
  }
}

function slice(state: State, market: Market, most: number): number {
  const ending = leftOf(market).slice(0, most);
  for (const one of ending) {
    if ('terms' in one) {
      cancelOrder(state, one, isResolved(market) ? 'market_resolved' : 'market_closed');
    } else pay(state, market, one);
  }
  return ending.length;
}

function pay(state: State, market: Market, position: Position): void {
  const paid = payoutOf(position, market.resolution!, market.resolutionPrice);
  const { yes, no, account } = position;
  account.cash += paid;
  market.collateral -= paid;
  if (market.collateral < 0n) throw new Error('more is paid than the market holds');
  position.yes = 0n;
  position.no = 0n;
  state.emitted.push({
    kind: 'payout',
    marketId: market.marketId,
    user: account.user,
    yesContracts: toSafeNumber(yes),
    noContracts: toSafeNumber(no),
    paidMicroUsdc: toSafeNumber(paid),
  });
}
