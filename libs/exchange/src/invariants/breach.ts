export const INVARIANTS = [
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'I8',
  'I9',
  'I10',
  'I13',
  'I14',
  'I15',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

/**
 * A violated invariant (docs/ARCHITECTURE.md, Invariants), with the values found. `marketId` is null if it does not
 * concern one market.
 */
export interface Breach {
  readonly invariant: Invariant;
  readonly marketId: Uint8Array | null;
  readonly message: string;
}

/** Collects the violations that checks find. */
export class BreachList {
  readonly breaches: Breach[] = [];

  constructor(private readonly idOf: (market: number) => Uint8Array) {}

  /** Records a violation if `holds` is false. `market` is 0 if it does not concern one market. */
  expect(holds: boolean, invariant: Invariant, market: number, message: () => string): void {
    if (holds) return;
    const marketId = market === 0 ? null : this.idOf(market);
    this.breaches.push({ invariant, marketId, message: message() });
  }
}
