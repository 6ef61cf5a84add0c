import { MICRO_USDC_PER_CONTRACT } from '../limits';
import { payoutOf } from '../markets/ending';
import type { Ending } from '../markets/ending';
import { Records } from '../tables/records';
import { NEXT_POSITION, PREVIOUS_POSITION } from './position-table';
import type { PositionTable } from './position-table';

/**
 * The total holdings of a market: 32 bytes a market, by market number.
 *
 *     word  0     collateral, micro-USDC
 *     words 1-2   contracts outstanding: yes · no
 *     ints  6-7   first, last position, in order of creation
 *
 * I4: yes = no = collateral / 1,000,000 until the market is resolved; then the collateral is what the outstanding contracts
 * are paid, and falls with each holder who is paid. The three are stored separately so that comparing them is a real
 * check.
 */
export const MARKET_COLLATERAL = 0;
export const OUTSTANDING = 1;
const FIRST_POSITION = 6;
const LAST_POSITION = 7;

/** I4. `ending`: how the market was resolved, null before. */
export const isBacked = (ending: Ending | null, yes: number, no: number, collateral: number) =>
  ending === null
    ? yes === no && yes * MICRO_USDC_PER_CONTRACT === collateral
    : payoutOf(ending, yes, no) === collateral;

export class MarketHoldings extends Records {
  private readonly positions: PositionTable;

  constructor(positions: PositionTable, expectedMarkets: number) {
    super(4, expectedMarkets);
    this.positions = positions;
  }

  collateral(market: number): number {
    return this.words[(market << 2) + MARKET_COLLATERAL]!;
  }

  outstanding(market: number, outcome: number): number {
    return this.words[(market << 2) + OUTSTANDING + outcome]!;
  }

  firstPosition(market: number): number {
    return this.ints[(market << 3) + FIRST_POSITION]!;
  }

  /** Appends a newly created position. */
  link(market: number, position: number): void {
    const holdings = market << 3;
    const ints = this.positions.ints;
    const last = this.ints[holdings + LAST_POSITION]!;
    ints[(position << 4) + PREVIOUS_POSITION] = last;
    ints[(position << 4) + NEXT_POSITION] = 0;
    if (last === 0) this.ints[holdings + FIRST_POSITION] = position;
    else ints[(last << 4) + NEXT_POSITION] = position;
    this.ints[holdings + LAST_POSITION] = position;
  }

  unlink(market: number, position: number): void {
    const holdings = market << 3;
    const ints = this.positions.ints;
    const next = ints[(position << 4) + NEXT_POSITION]!;
    const previous = ints[(position << 4) + PREVIOUS_POSITION]!;
    if (previous === 0) this.ints[holdings + FIRST_POSITION] = next;
    else ints[(previous << 4) + NEXT_POSITION] = next;
    if (next === 0) this.ints[holdings + LAST_POSITION] = previous;
    else ints[(next << 4) + PREVIOUS_POSITION] = previous;
  }
}
