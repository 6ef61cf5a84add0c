/**
 * The totals of invariant I5: what the exchange owes and what was credited to it, in micro-USDC. Every movement of
 * money names both its ends here, and also in the table that holds the part (an account, a market's collateral, a
 * builder's revenue). So the totals check the tables and the tables check the totals.
 */
export const TOTALS = [
  'userAvailable',
  'userLocked',
  'withdrawing',
  /** Protocol fees charged to takers, before rebates. */
  'protocolFeesCharged',
  'rebatesPaid',
  'builderRevenue',
  'gasRevenue',
  'collateral',
  'depositsCredited',
  'testCredits',
  'payouts',
  /** Protocol fees that were paid out. */
  'protocolFeesPaid',
  /** Of challenges that are open. */
  'stakes',
  /** Lost stakes and what operators gave; rewards are paid from it. */
  'disputeFund',
] as const;
export type Total = (typeof TOTALS)[number];

export const USER_AVAILABLE = 0;
export const USER_LOCKED = 1;
export const WITHDRAWING = 2;
export const PROTOCOL_FEES_CHARGED = 3;
export const REBATES_PAID = 4;
export const BUILDER_REVENUE = 5;
export const GAS_REVENUE = 6;
export const COLLATERAL = 7;
export const DEPOSITS_CREDITED = 8;
export const TEST_CREDITS = 9;
export const PAYOUTS = 10;
export const PROTOCOL_FEES_PAID = 11;
export const STAKES = 12;
export const DISPUTE_FUND = 13;

const BYTES_OF_TOTAL = 8;
/** Always written. */
const FIRST_TOTALS = 11;

export class Ledger {
  readonly totals = new Float64Array(TOTALS.length);

  get protocolFees(): number {
    const { totals } = this;
    return totals[PROTOCOL_FEES_CHARGED]! - totals[REBATES_PAID]! - totals[PROTOCOL_FEES_PAID]!;
  }

  get liabilities(): number {
    const totals = this.totals;
    return (
      totals[USER_AVAILABLE]! +
      totals[USER_LOCKED]! +
      totals[WITHDRAWING]! +
      this.protocolFees +
      totals[BUILDER_REVENUE]! +
      totals[GAS_REVENUE]! +
      totals[COLLATERAL]! +
      totals[STAKES]! +
      totals[DISPUTE_FUND]!
    );
  }

  get assets(): number {
    const totals = this.totals;
    return totals[DEPOSITS_CREDITED]! + totals[TEST_CREDITS]! - totals[PAYOUTS]!;
  }

  /**
   * Not 0: money was made or lost. As it was 0 before a command, it is also the sum of the command's postings (I1).
   */
  get difference(): number {
    return this.liabilities - this.assets;
  }

  /** The sum of all credits ever: bounded by 2^53-1, and so every balance and total is. */
  get credited(): number {
    return this.totals[DEPOSITS_CREDITED]! + this.totals[TEST_CREDITS]!;
  }

  /** Totals that were added later are not written where they are all 0: a state without them keeps its bytes. */
  image(): Uint8Array {
    return new Uint8Array(this.totals.buffer, 0, this.written * BYTES_OF_TOTAL);
  }

  load(image: Uint8Array): void {
    if (image.length > this.totals.byteLength) throw new RangeError('there are more totals');
    new Uint8Array(this.totals.buffer).set(image);
    if (image.length !== this.written * BYTES_OF_TOTAL) throw new RangeError('the totals are cut');
  }

  private get written(): number {
    return Math.max(FIRST_TOTALS, this.totals.findLastIndex((total) => total !== 0) + 1);
  }
}
