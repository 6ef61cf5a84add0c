/** What is measured: 60 % adds, 30 % cancels, 10 % marketable orders, on one busy market or on a thousand. */

export interface WorkloadShape {
  readonly name: string;
  readonly markets: number;
  readonly accounts: number;
  /** Accounts that trade in one market. */
  readonly accountsPerMarket: number;
  /** The approximate number of orders that rest in a market. */
  readonly depth: number;
  /** Warm-up commands, after the books are filled and before anything is measured. */
  readonly warmUp: number;
  readonly measured: number;
  readonly seed: number;
  /** Contracts of each outcome that an account holds in each of its markets before the first command. */
  readonly holding: number;
  /** Micro-USDC that an account has in addition. All accounts' money together must stay a safe integer. */
  readonly credit: number;
}

const S1K: WorkloadShape = {
  name: 's1k',
  markets: 1,
  accounts: 10_000,
  accountsPerMarket: 10_000,
  depth: 1_000,
  warmUp: 300_000,
  measured: 1_000_000,
  seed: 11,
  holding: 200,
  credit: 100_000_000_000,
};

const M1000: WorkloadShape = {
  ...S1K,
  name: 'm1000',
  markets: 1_000,
  accounts: 100_000,
  accountsPerMarket: 300,
  depth: 200,
  seed: 13,
  credit: 50_000_000_000,
};

export const SHAPES: readonly WorkloadShape[] = [S1K, M1000];

/** A quick look, not a figure to publish. */
export const quick = (shape: WorkloadShape): WorkloadShape => ({
  ...shape,
  warmUp: 100_000,
  measured: 200_000,
});

/** The accounts of a market, spread so that each account trades in a few markets. */
export function accountsOf(shape: WorkloadShape, market: number): readonly number[] {
  return Array.from({ length: shape.accountsPerMarket }, (_, index) =>
    accountAt(shape, market, index),
  );
}

export const accountAt = (shape: WorkloadShape, market: number, index: number): number =>
  shape.markets === 1 ? index : (market * 7_919 + index * 331) % shape.accounts;

/** The totals after all commands: a contender with other totals has done other work. */
export interface Totals {
  readonly trades: number;
  readonly volume: number;
  /** Σ quantity * YES price */
  readonly notional: number;
  readonly resting: number;
}

export interface Workload {
  readonly shape: WorkloadShape;
  /** The number of all commands. */
  readonly count: number;
  /** The index of the first measured command. */
  readonly warmCount: number;
  readonly lastId: number;
  /** The index at which a partial run ends. */
  readonly partialCount: number;
  readonly expectedPartial: Totals;
  readonly expected: Totals;
  readonly mix: { readonly adds: number; readonly cancels: number; readonly takes: number };
}

/** An engine under measurement. */
export interface Contender {
  /** Executes the command whose words begin at `at`. */
  apply(commands: Int32Array, at: number): void;
  /** The totals of all commands so far. */
  totals(): Totals;
}
