export const INVARIANTS = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10'] as const;
export type Invariant = (typeof INVARIANTS)[number];

/** One rule of decisions 7 that does not hold, with what was found. `marketId` null where it is not of one market. */
export interface Breach {
  readonly invariant: Invariant;
  readonly marketId: Uint8Array | null;
  readonly message: string;
}

/** Where the checks write down what does not hold. */
export class BreachList {
  readonly breaches: Breach[] = [];

  constructor(private readonly idOf: (market: number) => Uint8Array) {}

  /** Notes a breach where `holds` is false; `market` 0 where it is not of one market. */
  expect(holds: boolean, invariant: Invariant, market: number, message: () => string): void {
    if (holds) return;
    const marketId = market === 0 ? null : this.idOf(market);
    this.breaches.push({ invariant, marketId, message: message() });
  }
}
