/**
 * Which arrivals a credit of the vault was made of. The vault sweeps the whole token account, so a credit takes
 * everything that arrived before it and was not swept yet, in the chain's order.
 */
export interface Arrival {
  readonly amountMicroUsdc: number;
  readonly slot: number;
  /** Index of the transaction in its block. */
  readonly txIndex: number;
}

export interface VaultCredit {
  readonly amountMicroUsdc: number;
  readonly slot: number;
  readonly txIndex: number;
}

/**
 * `exact`: the arrivals are the credit, to the last micro-USDC. Otherwise something was not seen or not swept, which
 * must not be: `arrival_missing` where the credit is larger than all that is known, `arrival_not_swept` where it is
 * smaller. The credit counts all the same, as the chain says it; the alarm is for who looks.
 */
export type Attribution<A extends Arrival> =
  | { readonly kind: 'exact'; readonly arrivals: readonly A[] }
  | {
      readonly kind: 'arrival_missing' | 'arrival_not_swept';
      readonly arrivals: readonly A[];
      readonly differenceMicroUsdc: number;
    };

const isBefore = (one: Arrival, other: VaultCredit): boolean =>
  one.slot < other.slot || (one.slot === other.slot && one.txIndex < other.txIndex);

/** `waiting`: the proxy's arrivals that no credit has taken, in any order. */
export function attributeCredit<A extends Arrival>(
  credit: VaultCredit,
  waiting: readonly A[],
): Attribution<A> {
  const arrivals = waiting
    .filter((arrival) => isBefore(arrival, credit))
    .toSorted((one, other) => one.slot - other.slot || one.txIndex - other.txIndex);
  const sum = arrivals.reduce((total, arrival) => total + arrival.amountMicroUsdc, 0);
  const differenceMicroUsdc = credit.amountMicroUsdc - sum;
  if (differenceMicroUsdc === 0) return { kind: 'exact', arrivals };
  const kind = differenceMicroUsdc > 0 ? 'arrival_missing' : 'arrival_not_swept';
  return { kind, arrivals, differenceMicroUsdc: Math.abs(differenceMicroUsdc) };
}
