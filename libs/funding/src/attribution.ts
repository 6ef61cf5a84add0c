/**
 * Which arrivals a credit of the vault was made of. The vault sweeps the whole token account, so a credit takes
 * everything that arrived there before it and was not swept yet, in the chain's order.
 */
export interface Arrival {
  readonly amountMicroUsdc: number;
  readonly slot: number;
  /** Index of the transaction in its block. */
  readonly txIndex: number;
  /** Credits of its account that stand before it in its own transaction. */
  readonly creditsBefore: number;
}

export interface VaultCredit extends Arrival {
  /**
   * Out of an account of the proxy wallet that is not its associated one: anybody may give a wallet such an account, and
   * have it credited. It is an arrival by itself, and took nothing of what waits in the other.
   */
  readonly isOfSideAccount: boolean;
}

/**
 * `exact`: the arrivals are the credit, to the last micro-USDC. Otherwise something was not seen or not swept, which
 * must not be: `arrival_missing` where the credit is larger than all that is known, `arrival_not_swept` where it is
 * smaller: then the oldest that it is enough for are swept, and the others wait on. The credit counts all the same, as
 * the chain says it; the alarm is for who looks.
 */
export type Attribution<A extends Arrival> =
  | { readonly kind: 'exact'; readonly arrivals: readonly A[] }
  | {
      readonly kind: 'arrival_missing' | 'arrival_not_swept';
      readonly arrivals: readonly A[];
      readonly differenceMicroUsdc: number;
    };

/** `waiting`: what arrived in the associated account and no credit has taken, in any order. */
export function attributeCredit<A extends Arrival>(
  credit: VaultCredit,
  waiting: readonly A[],
): Attribution<A> {
  if (credit.isOfSideAccount) return { kind: 'exact', arrivals: [] };
  const arrivals = waiting.filter((arrival) => isBefore(arrival, credit)).toSorted(inOrder);
  const sum = arrivals.reduce((total, arrival) => total + arrival.amountMicroUsdc, 0);
  const differenceMicroUsdc = Math.abs(credit.amountMicroUsdc - sum);
  if (differenceMicroUsdc === 0) return { kind: 'exact', arrivals };
  return sum < credit.amountMicroUsdc
    ? { kind: 'arrival_missing', arrivals, differenceMicroUsdc }
    : {
        kind: 'arrival_not_swept',
        arrivals: oldestWithin(arrivals, credit.amountMicroUsdc),
        differenceMicroUsdc,
      };
}

const isBefore = (one: Arrival, other: VaultCredit): boolean =>
  one.slot < other.slot ||
  (one.slot === other.slot &&
    (one.txIndex < other.txIndex ||
      (one.txIndex === other.txIndex && one.creditsBefore <= other.creditsBefore)));

const inOrder = (one: Arrival, other: Arrival): number =>
  one.slot - other.slot || one.txIndex - other.txIndex || one.creditsBefore - other.creditsBefore;

function oldestWithin<A extends Arrival>(arrivals: readonly A[], microUsdc: number): A[] {
  const within: A[] = [];
  let left = microUsdc;
  for (const arrival of arrivals) {
    left -= arrival.amountMicroUsdc;
    if (left < 0) break;
    within.push(arrival);
  }
  return within;
}
