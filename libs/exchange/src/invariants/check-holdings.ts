import { isBacked } from '../accounts/market-holdings';
import {
  HELD,
  NEXT_POSITION,
  POSITION_MARKET,
  PREVIOUS_POSITION,
} from '../accounts/position-table';
import { isEmpty } from '../commands/wind-down';
import { CLOSED } from '../markets/market-table';
import { NO, YES } from '../orders/order-word';
import type { ExchangeState } from '../state';
import type { BreachList } from './breach';

/** I4, and I2 for contracts: each market's contracts and collateral, recomputed from its list of positions. */
export function checkHoldings(state: ExchangeState, found: BreachList): void {
  let listed = 0;
  for (let market = 1; market <= state.markets.used; market++) {
    listed += checkMarket(state, market, found);
  }
  const { live } = state.positions;
  found.expect(listed === live, 'I4', 0, () => `${live} positions exist, ${listed} are listed`);
}

function checkMarket(state: ExchangeState, market: number, found: BreachList): number {
  const { positions, holdings } = state;
  let listed = 0;
  let yes = 0;
  let no = 0;
  let previous = 0;
  for (
    let position = holdings.firstPosition(market);
    position !== 0 && listed <= positions.live;
    listed++
  ) {
    const ints = position << 4;
    const isListed =
      positions.ints[ints + POSITION_MARKET] === market &&
      positions.ints[ints + PREVIOUS_POSITION] === previous &&
      !positions.isIdle(position);
    found.expect(isListed, 'I4', market, () => `position ${position} does not belong here`);
    for (let outcome = 0; outcome < 2; outcome++) checkContracts(state, position, outcome, found);
    yes += positions.words[(position << 3) + HELD + YES]!;
    no += positions.words[(position << 3) + HELD + NO]!;
    previous = position;
    position = positions.ints[ints + NEXT_POSITION]!;
  }
  const isRecorded =
    holdings.outstanding(market, YES) === yes && holdings.outstanding(market, NO) === no;
  found.expect(isRecorded, 'I4', market, () => `positions sum to ${yes} yes and ${no} no`);
  const collateral = holdings.collateral(market);
  const ending = state.markets.ending(market);
  found.expect(isBacked(ending, yes, no, collateral), 'I4', market, () => {
    return `${yes} yes, ${no} no, collateral ${collateral}`;
  });
  const isWaiting = state.windingDown.has(market) || state.markets.isFrozen(market);
  const hasEnded = state.markets.isLive(market) && state.markets.status(market) >= CLOSED;
  found.expect(!hasEnded || isWaiting || isEmpty(state, market), 'I4', market, () => {
    return `it has ended, is not empty, and waits for nothing`;
  });
  return listed;
}

function checkContracts(
  { positions }: ExchangeState,
  position: number,
  outcome: number,
  found: BreachList,
): void {
  const held = positions.words[(position << 3) + HELD + outcome]!;
  const unlocked = positions.unlocked(position, outcome);
  const isWhole = Number.isSafeInteger(held) && unlocked >= 0 && unlocked <= held;
  found.expect(isWhole, 'I2', 0, () => `position ${position} holds ${held}, ${unlocked} unlocked`);
}
